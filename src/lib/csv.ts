/** Matches text that spreadsheets would run as a formula. White space or apostrophes may precede the formula. */
const formula = /^'*[\s\u00a0\ufeff]*[=+\-@\t\r＝＋－＠]/;

/** Spreadsheets recognize UTF-8 by this prefix. */
export const byteOrderMark = '\ufeff';

/** Formats a CSV cell that spreadsheets treat as text. Quotes the cell if necessary. */
export function textCell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export const textOfCell = (cell: string): string => (cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell);

export const csvRow = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/** Parses CSV (RFC 4180). @throws SyntaxError if the last row has no line end, or an unquoted cell contains a quote */
export function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  const cell = /("(?:[^"]|"")*"|[^,"\r\n]*)(,|\r\n)/y;
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const found = cell.exec(text);
    if (!found) throw new SyntaxError(`The table has no valid cell at character ${at}`);
    const [, content = '', end] = found;
    row.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) throw new SyntaxError('The last row of the table has no end');
  return rows;
}
