/** The choice of a model, where the server holds several. */

export { models } from "./which-model.tsx";
