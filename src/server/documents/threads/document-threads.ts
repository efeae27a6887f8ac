import type { Piscina } from 'piscina';
import type { BilledLine } from '#server/database/line-format.ts';
import type { StatementPapers } from '#server/documents/statement-messages.ts';
import { FairQueue, type Share, type Ticket } from '#server/fairness/fair-queue.ts';
import type { CreditNotePapers } from '#server/store/credit-notes.ts';
import type { CorrectionRow } from '#server/store/invoices/invoice-corrections.ts';
import type { InvoicePapers } from '#server/store/invoices/invoice-document-data.ts';
import { threadProgram, type ThreadProgram } from '#server/threads/thread-program.ts';
import type { DocumentKind, DocumentResults, DocumentTask } from './document-task.ts';

/** Worker threads, so that documents do not block requests. A fair queue shares the threads among organizations. */
export interface DocumentThreads {
  /** Runs a task. @throws if the task fails or its thread dies; a new thread replaces a dead thread */
  readonly run: <K extends DocumentKind>(
    organizationId: number,
    task: Extract<DocumentTask, { readonly kind: K }>,
  ) => Promise<DocumentResults[K]>;
  readonly start: () => Promise<void>;
  /** Waits for all running and queued tasks, then ends the threads. The next task starts new threads. */
  readonly close: () => Promise<void>;
  readonly threads: () => readonly number[];
  /** Terminates a thread as a crash would. Only for tests. */
  readonly kill: (threadId: number) => Promise<void>;
}

const documentProgram = (): ThreadProgram => threadProgram('documents/threads/document-worker');

/** This queue needs no limits. The request queue already limits requests that create documents. */
const unlimited = { mostWaiting: Infinity, waitMs: Infinity, mostHeavy: Infinity };

function takeThread(queue: FairQueue, organizationId: number, size: number): Promise<Ticket> {
  const share: Share = { group: `organization ${organizationId}`, claims: [{ name: 'threads', most: size }], weight: 1, isHeavy: false };
  return new Promise((resolve) => {
    let ticket: Ticket | null = null;
    ticket = queue.enter(share, 0, () => {
      // `enter` may call this function before it returns the ticket.
      if (ticket) resolve(ticket);
    });
    if (ticket && ticket.state !== 'waiting') resolve(ticket);
  });
}

/** Creates a pool of worker threads. @param size number of threads; they start with `start` or the first task */
export function createDocumentThreads(size: number, program = documentProgram): DocumentThreads {
  let pool: Promise<Piscina> | null = null;
  let opened: Piscina | null = null;
  const queue = new FairQueue(unlimited);
  const underWay = new Set<Promise<unknown>>();
  const open = async (): Promise<Piscina> => {
    const { Piscina } = await import('piscina');
    // `minThreads` equals `maxThreads`, so that a new thread replaces a dead thread immediately.
    const { filename, loader } = program();
    const execArgv = loader === null ? [] : ['--import', loader];
    opened = new Piscina({ filename, execArgv, minThreads: size, maxThreads: size, idleTimeout: Infinity, recordTiming: false });
    // Ignores failures of idle threads, because the next task starts a new thread.
    opened.on('error', () => undefined);
    return opened;
  };
  const runInTurn = async (organizationId: number, task: DocumentTask): Promise<never> => {
    const ticket = await takeThread(queue, organizationId, size);
    try {
      return (await (await (pool ??= open())).run(task)) as never;
    } finally {
      queue.leave(ticket);
    }
  };
  return {
    run: (organizationId, task) => {
      const running: Promise<never> = runInTurn(organizationId, task).finally(() => underWay.delete(running));
      underWay.add(running);
      return running;
    },
    start: async () => void (await (pool ??= open())),
    close: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay);
      const closing = pool;
      pool = null;
      opened = null;
      await (await closing)?.close();
    },
    threads: () => opened?.threads.map(({ threadId }) => threadId) ?? [],
    kill: async (threadId) => void (await opened?.threads.find((thread) => thread.threadId === threadId)?.terminate()),
  };
}

/** Threads of this process. In tests, several platforms share them. */
let shared: DocumentThreads | null = null;
let sharedSize = 1;

/** Sets the number of threads of this process. Has no effect after the first call of `documentThreads`. */
export function setDocumentThreads(size: number): void {
  sharedSize = size;
}

export const documentThreads = (): DocumentThreads => (shared ??= createDocumentThreads(sharedSize));

/** Delay in milliseconds. Starting threads would slow down the page that the member has just opened. */
const startDelayMs = 2000;
let starting: NodeJS.Timeout | null = null;

/** Starts the threads after a delay, once per process, so that a member who reads invoices does not wait for a thread later. */
export function expectDocuments(): void {
  // Ignores a failure to start, because the first task reports it.
  const startThreads = (): void =>
    void documentThreads()
      .start()
      .catch(() => undefined);
  starting ??= setTimeout(startThreads, startDelayMs).unref();
}

export const invoicePdf = (organizationId: number, papers: InvoicePapers, lines: readonly BilledLine[]) =>
  documentThreads().run(organizationId, { kind: 'invoice', papers, lines });

/** Creates the corrected invoice, or the credit note that cancels the replaced invoice. */
export const correctionPdf = (
  organizationId: number,
  part: 'corrected_invoice' | 'canceling_note',
  of: { readonly papers: InvoicePapers; readonly lines: readonly BilledLine[]; readonly correction: CorrectionRow },
) => documentThreads().run<'corrected_invoice' | 'canceling_note'>(organizationId, { kind: part, ...of });

export const creditNotePdf = (organizationId: number, papers: CreditNotePapers) =>
  documentThreads().run(organizationId, { kind: 'credit_note', papers });

export const statementPdf = (organizationId: number, papers: StatementPapers) =>
  documentThreads().run(organizationId, { kind: 'statement', papers });

export const receiptPdf = (organizationId: number, papers: InvoicePapers) =>
  documentThreads().run(organizationId, { kind: 'receipt', papers });
