/** The frame of a panel: its name, what stands beside that, and what it shows. */

import type { ComponentChildren } from "preact";

interface FrameProps {
  name: string;
  /** Beside the name. */
  tools?: ComponentChildren;
  children: ComponentChildren;
}

export const Frame = ({ name, tools, children }: FrameProps) => (
  <>
    <div class="tdp-panel-head">
      <h2>{name}</h2>
      {tools}
    </div>
    <div class="tdp-panel-body">{children}</div>
  </>
);
