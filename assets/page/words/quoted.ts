/** Text of others within a sentence. */

/** Letters that are written from the right, and marks that turn the direction of what follows. */
const TURNS = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Bidi_Control}]/u;

/** @returns in quotation marks, within which it keeps its direction for itself */
export const quoted = (text: string): string => (TURNS.test(text) ? `“\u2068${text}\u2069”` : `“${text}”`);
