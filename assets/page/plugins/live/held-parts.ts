/**
 * Scripts of plugins that a page of one file holds, by their names. `workshop/page/build.ts` puts them here: those of each
 * `plugins/NAME/held.ts`. No plugin is named.
 */

export {};
