/** Matches text that spreadsheets would run as a formula, also after white space. */
const formula = /^[\s\u00a0\ufeff]*[=+\-@\t\r＝＋－＠]/;

/** Returns a cell that spreadsheets treat as text, quoted if necessary. */
export function textCell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export const csvRow = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/** Marks the file as UTF-8 for spreadsheets. */
const byteOrderMark = '\ufeff';

/** Streams a CSV file with backpressure; a canceled download ends the source. */
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
