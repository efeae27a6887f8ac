/** Control characters, line and paragraph separators, and characters that turn the direction of what follows. */
// eslint-disable-next-line no-control-regex
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g;

/** One line that can stand in a header and turns nothing around it, whatever a member has typed. */
export const safeLine = (text: string): string => text.replace(unsafe, ' ').replace(/ {2,}/g, ' ').trim();

/** A name that leaves room for the rest of a subject. */
export function shortName(name: string): string {
  const letters = [...safeLine(name)];
  return letters.length > 60 ? `${letters.slice(0, 59).join('')}…` : letters.join('');
}
