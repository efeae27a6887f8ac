import type { Piscina } from 'piscina';
import type { BilledLine } from '#server/database/line-format.ts';
import { FairQueue, type Share, type Ticket } from '#server/fair-queue.ts';
import type { CreditNotePapers } from '#server/store/credit-notes.ts';
import type { CorrectionRow } from '#server/store/invoices/invoice-corrections.ts';
import type { InvoicePapers } from '#server/store/invoices/invoice-document-data.ts';
import { threadProgram, type ThreadProgram } from '#server/threads/thread-program.ts';
import type { DocumentKind, DocumentResults, DocumentTask } from './document-task.ts';

/** Threads that make documents, so that no request waits behind one. Organizations get threads in turn. */
export interface DocumentThreads {
  /** @throws if the task fails, or if its thread dies; the thread is replaced */
  readonly run: <K extends DocumentKind>(
    organizationId: number,
    task: Extract<DocumentTask, { readonly kind: K }>,
  ) => Promise<DocumentResults[K]>;
  /** Waits until no task is under way or waits, then ends the threads. The next task starts others. */
  readonly close: () => Promise<void>;
  /** Ids of the threads that run. */
  readonly threads: () => readonly number[];
  /** Ends one thread as a fault would. */
  readonly kill: (threadId: number) => Promise<void>;
}

const documentProgram = (): ThreadProgram => threadProgram('documents/threads/document-worker');

/** Nothing limits the wait: the request queue limits the requests that have tasks. */
const unlimited = { mostWaiting: Infinity, waitMs: Infinity, mostHeavy: Infinity };

/** Waits until a thread is free and it is the organization's turn. */
function takeThread(queue: FairQueue, organizationId: number, size: number): Promise<Ticket> {
  const share: Share = { group: `organization ${organizationId}`, claims: [{ name: 'threads', most: size }], weight: 1, isHeavy: false };
  return new Promise((resolve) => {
    let ticket: Ticket | null = null;
    ticket = queue.enter(share, 0, () => {
      // May run synchronously, before the ticket is assigned.
      if (ticket) resolve(ticket);
    });
    if (ticket && ticket.state !== 'waiting') resolve(ticket);
  });
}

/** @param size threads at most; they start with the first task */
export function createDocumentThreads(size: number, program = documentProgram): DocumentThreads {
  let pool: Promise<Piscina> | null = null;
  let opened: Piscina | null = null;
  const queue = new FairQueue(unlimited);
  const underWay = new Set<Promise<unknown>>();
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

/** One set for the process, however many platforms a test has in it. */
let shared: DocumentThreads | null = null;
let sharedSize = 1;

/** Sets how many threads the process has; those that run already stay. */
export function setDocumentThreads(size: number): void {
  sharedSize = size;
}

export const documentThreads = (): DocumentThreads => (shared ??= createDocumentThreads(sharedSize));

/** The document of an invoice, as the bytes of a tagged PDF. */
export const invoicePdf = (organizationId: number, papers: InvoicePapers, lines: readonly BilledLine[]) =>
  documentThreads().run(organizationId, { kind: 'invoice', papers, lines });

/** A document of a correction: the corrected invoice, or the credit note that cancels the version before. */
export const correctionPdf = (
  organizationId: number,
  part: 'corrected_invoice' | 'canceling_note',
  of: { readonly papers: InvoicePapers; readonly lines: readonly BilledLine[]; readonly correction: CorrectionRow },
) => documentThreads().run<'corrected_invoice' | 'canceling_note'>(organizationId, { kind: part, ...of });

/** The document of a credit note. */
export const creditNotePdf = (organizationId: number, papers: CreditNotePapers) =>
  documentThreads().run(organizationId, { kind: 'credit_note', papers });

/** The receipt of a paid invoice. */
export const receiptPdf = (organizationId: number, papers: InvoicePapers) =>
  documentThreads().run(organizationId, { kind: 'receipt', papers });
