import type { Worker } from 'node:worker_threads';
import { startThread } from '#server/threads/thread-program.ts';

export type ZipRequest =
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'piece'; readonly piece: string | Uint8Array }
  | { readonly kind: 'end of file' }
  | { readonly kind: 'end' }
  | { readonly kind: 'more' };

/** `input` acknowledges a file or chunk. `output` has the next bytes of the archive, or null at its end. */
export type ZipReply = { readonly of: 'input' } | { readonly of: 'output'; readonly bytes: Uint8Array<ArrayBuffer> | null };

export interface ZippedFile {
  readonly name: string;
  readonly chunks: AsyncIterable<string | Uint8Array>;
}

interface ZipOptions {
  /** Time in milliseconds after which a download fails if the client reads nothing. */
  readonly patienceMs?: number;
}

interface Waiting {
  readonly resolve: (reply: ZipReply) => void;
  readonly reject: (error: Error) => void;
}

/** Worker thread of one archive. The thread runs as long as the download, so it does not come from the pool. */
class ZipThread {
  readonly #worker: Worker;
  readonly #patienceMs: number;
  readonly #waiting: Record<ZipReply['of'], Waiting | null> = { input: null, output: null };
  #failure: Error | null = null;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
    this.#worker = startThread('documents/threads/zip-worker');
    this.#worker.on('message', (reply: ZipReply) => {
      const waiting = this.#waiting[reply.of];
      this.#waiting[reply.of] = null;
      waiting?.resolve(reply);
    });
    this.#worker.on('error', (error) => this.stop(error));
    this.#worker.on('exit', () => this.stop(new Error('The thread of the archive has ended')));
  }

  /** Reads the chunks of a file only as fast as the download reads the archive. */
  add = async ({ name, chunks }: ZippedFile): Promise<void> => {
    await this.#ask('input', { kind: 'file', name });
    for await (const piece of chunks) await this.#askPatiently({ kind: 'piece', piece });
    await this.#askPatiently({ kind: 'end of file' });
  };

  end = (): void => this.#send({ kind: 'end' });

  /** Null after the last bytes. */
  async next(): Promise<Uint8Array | null> {
    const reply = await this.#ask('output', { kind: 'more' });
    const bytes = reply.of === 'output' ? reply.bytes : null;
    if (bytes === null) this.stop(new Error('The archive is complete'));
    return bytes;
  }

  /** Ends the thread. Pending and later requests fail with the error of the first call. */
  stop = (error: Error): void => {
    if (this.#failure) return;
    this.#failure = error;
    for (const of of ['input', 'output'] as const) this.#waiting[of]?.reject(error);
    void this.#worker.terminate();
  };

  #send(request: ZipRequest): void {
    if (!this.#failure) this.#worker.postMessage(request);
  }

  #ask(of: ZipReply['of'], request: ZipRequest): Promise<ZipReply> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      this.#waiting[of] = { resolve, reject };
      this.#send(request);
    });
  }

  async #askPatiently(request: ZipRequest): Promise<void> {
    const timer = setTimeout(() => this.stop(new Error('A download was not read for too long')), this.#patienceMs);
    try {
      await this.#ask('input', request);
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * Streams an archive with backpressure. If the download fails or is canceled, the read of the current file stops before `write` gets the
 * error, so nothing is read from an ended transaction.
 * @param write adds the files one after another; the archive is complete when `write` resolves
 */
export function zipStream(
  write: (add: (file: ZippedFile) => Promise<void>) => Promise<void>,
  { patienceMs = 60_000 }: ZipOptions = {},
): ReadableStream<Uint8Array> {
  const thread = new ZipThread(patienceMs);
  void write(thread.add).then(thread.end, (error: unknown) => thread.stop(error instanceof Error ? error : new Error(String(error))));
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const bytes = await thread.next();
        if (bytes === null) controller.close();
        else controller.enqueue(bytes);
      },
      cancel: () => thread.stop(new Error('The download has ended')),
    },
    { highWaterMark: 0 },
  );
}
