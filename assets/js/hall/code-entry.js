/** Where one who comes to a hall types the code that the presenter's screen shows. */

import { element } from "../dom/elements.js";

/** @param {(code: string) => void} enter takes its digits @returns {HTMLFormElement} */
export function codeEntry(enter) {
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
