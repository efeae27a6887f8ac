/** What a spreadsheet would run as a formula: it begins with one of these, or with white space before one. */
const formula = /^[\s\u00a0\ufeff]*[=+\-@\t\r＝＋－＠]/;

/** A text that stays a text wherever it is opened. A cell is quoted where it has to be. */
export function textCell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Cells of one row, which are already written as they stand in the file. */
export const csvRow = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\ufeff';
