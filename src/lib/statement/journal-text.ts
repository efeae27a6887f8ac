/** Text on one line without ';', which starts a comment in a journal. */
export const journalText = (text: string): string =>
  text
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .replaceAll(';', ',')
    .trim();

/** A text as JSON on one line of visible characters, without '[', which starts a date in a comment of ledger. */
export const quotedText = (text: string): string =>
  JSON.stringify(text).replace(/[\p{Cc}\u2028\u2029[]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** @throws SyntaxError for a text that `quotedText` does not write */
export const unquotedText = (quoted: string): string => String(JSON.parse(quoted));
