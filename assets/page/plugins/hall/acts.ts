/** What a presenter can do with a question of a lesson, by the stage at which it is. */

import { lessonsOf } from "../learn/open.ts";
import type { Classroom, Stage } from "./classroom.tsx";
import type { Presenter } from "./presenter.tsx";

type Act = { face: string; title: string; act: () => unknown };

export const NO_QUESTION = { lesson: "" };

export function actsOf(classroom: Classroom, { page, lead }: Presenter): Record<Stage, Act[]> {
  const ask = async () => {
    await lessonsOf(page.parts)?.show(); // who went on alone has seen the answer, and hides it again
    lead.turn(true); // so that all see the step that is asked about
    await classroom.send("/ask", classroom.here ?? {});
  };
  const play = () => {
    page.player.seek(0);
    page.player.play();
    classroom.bar.focus(); // Space pauses it then, and does not begin again
  };
  const sending = (face: string, title: string, path: string, body?: object): Act => {
    return { face, title, act: () => classroom.send(path, body) };
  };
  const back = sending("Take it back", "Their phones show the run again", "/ask", NO_QUESTION);
  const show = sending("Show what is right", "On their phones too", "/answer");
  return {
    none: [{ face: "Ask those who watch", title: "Their phones show this question, without its answer", act: ask }],
    open: [sending("Close and show the answers", "Nobody can answer any more", "/close"), back],
    closed: [{ face: "Play the run", title: "Play it from the noise", act: play }, show, back],
    answered: [back],
  };
}
