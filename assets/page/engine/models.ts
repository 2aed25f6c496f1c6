/** The models that an engine offers: a server may hold several, and a run names the one that it is for. */

import type { RunSpec } from "../run/spec-schema.ts";
import type { Request } from "./server.ts";

/**
 * A run of a model that is not there, such as one of somebody's file, is made with the first one.
 *
 * @param names of the models that are there, if they are several
 * @returns in which no spec names another model
 */
export function withModels(body: Request, names: string[]): Request {
  const offered = ({ model = "", ...spec }: RunSpec) => ({ ...spec, ...(names.includes(model) && { model }) });
  return {
    ...body,
    ...(body.specs && { specs: body.specs.map(offered) }),
    ...(body.study && { study: { ...body.study, spec: offered(body.study.spec) } }),
  };
}
