/** What node 20 lacks and browsers have had since 2024. */

Promise.withResolvers ??= function () {
  const all: any = {};
  all.promise = new Promise((resolve, reject) => Object.assign(all, { resolve, reject }));
  return all;
} as any;
