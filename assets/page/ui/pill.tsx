/** A button as small as a word. */

import { Button } from "./button.tsx";
import type { ComponentProps } from "preact";

export const Pill = (props: ComponentProps<typeof Button>) => <Button class="tdp-pill" {...props} />;
