/** What the engine in the page needs of it. */
export class Tokenizer {
  constructor(tokenizer: object, config: object);
  encode(text: string, options: { add_special_tokens: boolean }): { ids: number[] };
  decode(ids: number[], options: { skip_special_tokens: boolean }): string;
}
