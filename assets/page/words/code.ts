/** What the page calls a run's settings in the words of other programs. */

export const AS_CODE = "Settings as code";
