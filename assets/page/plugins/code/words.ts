/** What the page calls a run's settings in the words of other programs. */

export const AS_CODE = "Settings as code";

/** Of a run with a sampler, or with a setting, that an installed playground lacks. */
export const notInPackage = (name: string, value: string): string =>
  `The ${name} of this run is ${value}, which this playground's package does not have, so there is no code that makes it again.`;
