// Loads the modules that a page of one file holds: packed in #tdp-modules, by their bare names. A classic script, which
// stands in the page itself, so it imports nothing.
(async () => {
  const place = /** @type {HTMLElement} */ (document.getElementById("tdp-modules"));
  const bytes = Uint8Array.from(atob(place.textContent ?? ""), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const modules = /** @type {[string, string][]} */ (Object.entries(await new Response(unpacked).json()));
  const map = document.createElement("script");
  map.type = "importmap";
  const addresses = modules.map(([name, source]) => [name, `data:text/javascript;charset=utf-8,${encodeURIComponent(source)}`]);
  map.textContent = JSON.stringify({ imports: Object.fromEntries(addresses) });
  document.head.append(map);
  await import(/** @type {string} */ (place.dataset.entry));
})().catch((error) => {
  document.body.append(`This browser cannot play the run (${error.message}). Any browser from 2023 or later can.`);
});
