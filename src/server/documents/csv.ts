import { byteOrderMark, csvRow } from '#lib/csv.ts';

/** Streams text with backpressure. A canceled download also ends the source. @param head the text to send first; empty for none */
export function streamedText(head: string, parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isBegun = head === '';
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!isBegun) {
          isBegun = true;
          controller.enqueue(encoder.encode(head));
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

/** Streams a CSV file for spreadsheets. */
export const csvFile = (head: readonly string[], parts: AsyncGenerator<string>): ReadableStream<Uint8Array> =>
  streamedText(byteOrderMark + csvRow(head), parts);

export const csvText = (head: readonly string[], rows: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(byteOrderMark + csvRow(head) + rows);
