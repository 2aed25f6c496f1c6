/** The models that an engine offers: a server may hold several, and a run names the one that it is for. */

/** @typedef {import("./server.js").Request} Request */
/** @typedef {import("./server.js").Spec} Spec */

/**
 * A run of a model that is not there, such as one of somebody's file, is made with the first one.
 *
 * @param {Request} body
 * @param {string[]} names of the models that are there, if they are several
 * @returns {Request} in which no spec names another model
 */
export function withModels(body, names) {
  const offered = ({ model = "", ...spec }) =>
    /** @type {Spec} */ ({ ...spec, ...(names.includes(model) && { model }) });
  return {
    ...body,
    ...(body.specs && { specs: body.specs.map(offered) }),
    ...(body.study && { study: { ...body.study, spec: offered(body.study.spec) } }),
  };
}
