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
const byteOrderMark = '\ufeff';

/** A file that is made only as fast as it is taken, and no further when the download is broken off. */
export function csvFile(head: readonly string[], parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isBegun = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!isBegun) {
          isBegun = true;
          controller.enqueue(encoder.encode(byteOrderMark + csvRow(head)));
          return;
        }
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
