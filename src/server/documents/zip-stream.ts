import { Readable, type PassThrough } from 'node:stream';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';
import { ZipFile } from 'yazl';

/** One file of an archive. */
export interface ZippedFile {
  readonly name: string;
  readonly chunks: AsyncIterable<string | Uint8Array>;
}

interface ZipOptions {
  /** A download of which nothing is taken for so long is given up. */
  readonly patienceMs?: number;
}

/** Buffered ahead of who reads. */
const bytesAhead = 65_536;

/**
 * An archive that is made only as fast as it is taken. A failure, or the end of a download, ends the file under way before `write` hears of
 * it, so that nothing is read from a transaction that is over.
 * @param write adds the files one after the other; its end is the end of the archive
 */
export function zipStream(
  write: (add: (file: ZippedFile) => Promise<void>) => Promise<void>,
  { patienceMs = 60_000 }: ZipOptions = {},
): ReadableStream<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  let current: Readable | null = null;
  let isOver = false;
  output.once('close', () => {
    isOver = true;
    current?.destroy();
  });
  // The stream's reader hears of a failure; here it has a listener, or the process would end.
  output.on('error', () => undefined);
  zip.on('error', (error: Error) => output.destroy(error));

  const asTaken = async function* (chunks: ZippedFile['chunks']): AsyncGenerator<string | Uint8Array> {
    for await (const chunk of chunks) {
      const timer = setTimeout(() => output.destroy(new Error('Nothing was taken of a download for too long')), patienceMs);
      try {
        yield chunk;
      } finally {
        clearTimeout(timer);
      }
    }
  };
  const add = async ({ name, chunks }: ZippedFile): Promise<void> => {
    if (isOver) throw new Error('The download has ended');
    const source = Readable.from(asTaken(chunks), { objectMode: false, highWaterMark: bytesAhead });
    current = source;
    const closed = new Promise((resolve) => source.once('close', resolve));
    zip.addReadStream(source, name, { compress: !name.endsWith('.pdf') });
    await closed;
    if (source.errored) throw source.errored;
    if (isOver) throw new Error('The download has ended');
  };

  void write(add).then(
    () => zip.end(),
    (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: bytesAhead });
  return Readable.toWeb(output, { strategy }) as NodeWebStream<Uint8Array> as ReadableStream<Uint8Array>;
}
