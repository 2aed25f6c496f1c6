/** Studies as a component follows them. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { OftenActions, Studies } from "../player/actions.ts";

const FAILED = "This part of the page did not arrive; close it and open it again when the server answers.";

interface Followed {
  /** Null until they have arrived. */
  studies: Studies | null;
  /** Why they cannot arrive; "" if they can. */
  failure: string;
  /** How often something has changed: once a picture, however many results arrive. */
  changes: number;
  /** Something else was changed in them. */
  changed: () => void;
}

export function useStudies(page: OftenActions): Followed {
  const studies = useSignal<Studies | null>(null);
  const failure = useSignal("");
  const changes = useSignal(0);
  const changed = () => void (changes.value += 1);
  useEffect(() => {
    let waits = false;
    const later = () => {
      if (!waits) requestAnimationFrame(() => (changed(), (waits = false)));
      waits = true;
    };
    const begin = (loaded: Studies) => {
      studies.value = loaded;
      loaded.addEventListener("change", later);
    };
    page.studies().then(begin, () => (failure.value = FAILED));
  }, []);
  return { studies: studies.value, failure: failure.value, changes: changes.value, changed };
}
