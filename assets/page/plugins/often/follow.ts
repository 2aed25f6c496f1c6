/** Studies as a component follows them. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { studiesOf } from "./studies.ts";
import type { OftenPage, Studies } from "./studies.ts";

interface Followed {
  studies: Studies;
  /** How often something has changed: once a picture, however many results arrive. */
  changes: number;
  /** Something else was changed in them. */
  changed: () => void;
}

export function useStudies(page: OftenPage): Followed {
  const studies = studiesOf(page);
  const changes = useSignal(0);
  const changed = () => void (changes.value += 1);
  useEffect(() => {
    let waits = false;
    const later = () => {
      if (!waits) requestAnimationFrame(() => (changed(), (waits = false)));
      waits = true;
    };
    studies.addEventListener("change", later);
    return () => studies.removeEventListener("change", later);
  }, []);
  return { studies, changes: changes.value, changed };
}
