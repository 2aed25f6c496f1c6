/** Where one who comes to a hall types the code that the presenter's screen shows. */

import { element } from "../../dom/elements.ts";

/** @param enter takes its digits */
export function codeEntry(enter: (code: string) => void): HTMLFormElement {
  const field = element("input", {
    inputmode: "numeric",
    autocomplete: "off",
    required: "",
    size: "7",
    maxlength: "12",
    "aria-label": "Code on the presenter’s screen",
  });
  const form = element("form.tdp-hall-entry", field, element("button", { type: "submit" }, "Come in"));
  form.onsubmit = (event) => {
    event.preventDefault();
    enter(field.value.replace(/\D/g, ""));
  };
  return form;
}
