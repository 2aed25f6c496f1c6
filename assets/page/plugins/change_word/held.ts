/** All of it stands in a page of one file too. */

export * from "./index.ts";
