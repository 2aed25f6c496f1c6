// dom/style.js
function addStyle(name) {
	if (document.querySelector(`style[data-holds~="${name}"]`)) return;
	const { href } = new URL(`../../css/${name}.css`, import.meta.url);
	if ([...document.querySelectorAll("link[rel=stylesheet]")].some((link) => link.href === href)) return;
	const link = document.createElement("link");
	Object.assign(link, {
		rel: "stylesheet",
		href
	});
	document.head.append(link);
}
export { addStyle };
