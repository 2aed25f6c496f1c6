/** A button of a lesson: an answer to it, or a way on. */

import { Button } from "../../ui/button.tsx";
import type { ComponentProps } from "preact";

export const Choice = (props: ComponentProps<typeof Button>) => <Button class="tdp-choice" {...props} />;
