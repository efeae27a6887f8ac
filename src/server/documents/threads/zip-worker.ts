import { Readable, type PassThrough } from 'node:stream';
import { parentPort } from 'node:worker_threads';
import { ZipFile } from 'yazl';
import type { ZipRequest, ZipReply } from '#server/documents/zip-stream.ts';

// Worker thread of one archive. It receives chunks of files and sends chunks of the archive.

/** Maximum bytes of a file that are read before the archive needs them. */
const bytesAhead = 65_536;

const zip = new ZipFile();
const archive = (zip.outputStream as PassThrough)[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
let source: Readable | null = null;
/** Acknowledges the latest chunk when the archive can read more. Null if every chunk was acknowledged. */
let onWanted: (() => void) | null = null;

const reply = (answer: ZipReply, transferred: ArrayBuffer[] = []): void => parentPort?.postMessage(answer, transferred);
const acknowledge = (): void => reply({ of: 'input' });

function addFile(name: string): void {
  source = new Readable({
    highWaterMark: bytesAhead,
    read: () => {
      const wanted = onWanted;
      onWanted = null;
      wanted?.();
    },
  });
  zip.addReadStream(source, name, { compress: !name.endsWith('.pdf') });
  acknowledge();
}

async function sendNext(): Promise<void> {
  const { done, value } = await archive.next();
  if (done) return reply({ of: 'output', bytes: null });
  // The chunk can be a view of a larger buffer. Transferring it without a copy would move the whole buffer.
  const bytes = new Uint8Array(value);
  reply({ of: 'output', bytes }, [bytes.buffer]);
}

parentPort?.on('message', (request: ZipRequest) => {
  if (request.kind === 'file') addFile(request.name);
  else if (request.kind === 'piece') {
    if (source?.push(request.piece) === true) acknowledge();
    else onWanted = acknowledge;
  } else if (request.kind === 'end of file') {
    source?.once('close', acknowledge);
    source?.push(null);
  } else if (request.kind === 'end') zip.end();
  else void sendNext();
});
