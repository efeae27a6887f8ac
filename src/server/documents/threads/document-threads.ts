import type { Piscina } from 'piscina';
import type { BilledLine } from '#server/database/line-format.ts';
import type { InvoicePapers } from '#server/store/invoice-document-data.ts';
import { threadProgram, type ThreadProgram } from '#server/threads/thread-program.ts';
import type { DocumentKind, DocumentResults, DocumentTask } from './document-task.ts';

/** Threads that make documents, so that no request waits behind one. */
export interface DocumentThreads {
  /** @throws if the task fails, or if its thread dies; the thread is replaced */
  readonly run: <K extends DocumentKind>(task: Extract<DocumentTask, { readonly kind: K }>) => Promise<DocumentResults[K]>;
  /** Lets tasks under way end, then ends the threads. The next task starts others. */
  readonly close: () => Promise<void>;
  /** Ids of the threads that run. */
  readonly threads: () => readonly number[];
  /** Ends one thread as a fault would. */
  readonly kill: (threadId: number) => Promise<void>;
}

const documentProgram = (): ThreadProgram => threadProgram('documents/threads/document-worker');

/** @param size threads at most; they start with the first task */
export function createDocumentThreads(size: number, program = documentProgram): DocumentThreads {
  let pool: Promise<Piscina> | null = null;
  let opened: Piscina | null = null;
  const open = async (): Promise<Piscina> => {
    const { Piscina } = await import('piscina');
    // As many at least as at most: a thread that dies is replaced at once.
    const { filename, loader } = program();
    const execArgv = loader === null ? [] : ['--import', loader];
    opened = new Piscina({ filename, execArgv, minThreads: size, maxThreads: size, idleTimeout: Infinity, recordTiming: false });
    // A failure without a task fails no request; the next task starts another thread.
    opened.on('error', () => undefined);
    return opened;
  };
  return {
    run: async (task) => (await (pool ??= open())).run(task) as Promise<never>,
    close: async () => {
      const closing = pool;
      pool = null;
      opened = null;
      await (await closing)?.close();
    },
    threads: () => opened?.threads.map(({ threadId }) => threadId) ?? [],
    kill: async (threadId) => void (await opened?.threads.find((thread) => thread.threadId === threadId)?.terminate()),
  };
}

/** One set for the process, however many platforms a test has in it. */
let shared: DocumentThreads | null = null;
let sharedSize = 1;

/** Sets how many threads the process has; those that run already stay. */
export function setDocumentThreads(size: number): void {
  sharedSize = size;
}

export const documentThreads = (): DocumentThreads => (shared ??= createDocumentThreads(sharedSize));

/** The document of an invoice, as the bytes of a tagged PDF. */
export const invoicePdf = (papers: InvoicePapers, lines: readonly BilledLine[]) =>
  documentThreads().run({ kind: 'invoice', papers, lines });

/** The receipt of a paid invoice. */
export const receiptPdf = (papers: InvoicePapers) => documentThreads().run({ kind: 'receipt', papers });
