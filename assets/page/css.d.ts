/** Style sheets as text, for what must be one file: `workshop/page/build.ts` puts them in. */
declare module "*.css" {
  const text: string;
  export default text;
}
