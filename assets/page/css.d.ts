/** Style sheets as text, for what must be one file: `bundle.js` puts them in. */
declare module "*.css" {
  const text: string;
  export default text;
}
