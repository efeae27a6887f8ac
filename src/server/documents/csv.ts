import { byteOrderMark, csvRow } from '#lib/csv.ts';

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
