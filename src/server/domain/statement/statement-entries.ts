import { orderedPostings, type StatementAccountName, type StatementEntry } from '#lib/statement/statement.ts';

/** Account of the customer's books for each account of the platform's books. The customer's entry has the opposite sign. */
const accountOfBooks = {
  revenue: 'charges',
  receivable: 'due',
  customer_credit: 'credits',
  cash: 'payments',
  unapplied: 'refundable',
  goodwill: 'gifts',
  bad_debt: 'uncollected',
  disputed: 'disputed',
} as const satisfies Readonly<Record<string, StatementAccountName>>;

export interface BookedTransaction {
  readonly id: number;
  readonly businessKey: string;
  readonly description: string;
  readonly source: string | null;
  readonly occurredAt: Date;
  readonly entries: readonly { readonly account: keyof typeof accountOfBooks; readonly amountCents: number }[];
}

interface BookedInvoice {
  readonly id: string;
  readonly number: string;
  /** Null for a draft. */
  readonly finalizedAt: Date | null;
}

interface BookedNote {
  readonly id: string;
  /** Null for a note of an earlier release, which has no document. */
  readonly number: string | null;
  readonly invoiceId: string;
  readonly reason: string;
  readonly createdAt: Date;
}

interface BookedCorrection {
  readonly invoiceId: string;
  readonly position: number;
  readonly correctedNumber: string;
  readonly creditNoteNumber: string;
  readonly correctedAt: Date;
}

/** Ledger and documents of one organization. */
export interface StatementBooks {
  readonly transactions: readonly BookedTransaction[];
  readonly invoices: readonly BookedInvoice[];
  readonly notes: readonly BookedNote[];
  readonly corrections: readonly BookedCorrection[];
}

type Kind = StatementEntry['kind'];

/** Kind of an entry by its business key; the first match applies. */
const kindsOfKeys: readonly (readonly [key: RegExp, kind: Kind])[] = [
  [/^invoice:[^:]+:finalized$/, 'invoice'],
  [/^invoice:[^:]+:paid$/, 'payment'],
  [/^invoice:[^:]+:credit-used:/, 'credit_use'],
  [/^invoice:[^:]+:carried$/, 'carried'],
  [/^invoice:[^:]+:forgiven$/, 'forgiven'],
  [/^invoice:[^:]+:written_off$/, 'written_off'],
  [/^credit-note:/, 'credit_note'],
  [/^top-up:/, 'top_up'],
  [/^payment:[^:]+:unapplied$/, 'unapplied_payment'],
  [/^refund:[^:]+:reversed$/, 'refund_returned'],
  [/^refund:/, 'refund'],
  [/^dispute:[^:]+:lost$/, 'dispute_lost'],
  [/^dispute:[^:]+:(won|reversed)$/, 'dispute_won'],
  [/^dispute:/, 'dispute'],
  [/^change:[^:]+:released$/, 'credit_released'],
  [/^closing:/, 'credit_ended'],
  [/^late-usage:/, 'waived'],
  [/^(staff|credit):/, 'credit'],
];

const kindOf = (key: string): Kind => kindsOfKeys.find(([pattern]) => pattern.test(key))?.[1] ?? 'other';

/** Text without characters that a journal or a spreadsheet reads as syntax: line breaks, ';', and an apostrophe at the start. */
const plainText = (text: string): string =>
  text
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .replaceAll(';', ',')
    .replace(/^[ ']+/, '')
    .trimEnd();

const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1000);

const finalizedKey = (invoiceId: string): string => `invoice:${invoiceId}:finalized`;
const noteKey = (noteId: string): string => `credit-note:${noteId}`;
const invoiceIdIn = (text: string | null): string | undefined => /^invoice:([^:]+)/.exec(text ?? '')?.[1];

/** An entry with its place among those of the same instant. */
interface Placed {
  readonly entry: StatementEntry;
  readonly instant: Date;
  readonly rank: number;
  readonly order: number;
}

const postingsOf = ({ entries }: BookedTransaction): StatementEntry['postings'] =>
  orderedPostings(entries.map(({ account, amountCents }) => ({ account: accountOfBooks[account], amount_cents: 0 - amountCents })));

type Invoices = ReadonlyMap<string, BookedInvoice>;

function invoiceOf(invoices: Invoices, id: string | undefined): StatementEntry['invoice'] {
  const invoice = id === undefined ? undefined : invoices.get(id);
  return invoice ? { id: invoice.id, number: invoice.number } : null;
}

function ofLedger({ transactions, notes }: StatementBooks, invoices: Invoices): Placed[] {
  const noteOfKey = new Map(notes.map((note) => [noteKey(note.id), note]));
  return transactions.map((transaction) => {
    const { id, businessKey, description, source, occurredAt } = transaction;
    const kind = kindOf(businessKey);
    const note = noteOfKey.get(businessKey);
    const invoice = invoiceOf(invoices, note?.invoiceId ?? invoiceIdIn(businessKey) ?? invoiceIdIn(source));
    const number = kind === 'invoice' ? (invoice?.number ?? null) : (note?.number ?? null);
    const at = secondsOf(occurredAt);
    const postings = postingsOf(transaction);
    const entry = { id: businessKey, at, kind, description: plainText(description), number, invoice, postings };
    return { entry, instant: occurredAt, rank: 2, order: id };
  });
}

/** Documents that changed no account: invoices of nothing, and credit notes that their invoice or a refund already contains. */
function ofDocuments({ transactions, notes, invoices: all }: StatementBooks, invoices: Invoices): Placed[] {
  const posted = new Set(transactions.map(({ businessKey }) => businessKey));
  const unpostedInvoices = all.flatMap(({ id, number, finalizedAt }, order): Placed[] => {
    if (finalizedAt === null || posted.has(finalizedKey(id))) return [];
    const at = secondsOf(finalizedAt);
    const entry: StatementEntry = {
      id: finalizedKey(id),
      at,
      kind: 'invoice',
      description: 'Invoice',
      number,
      invoice: { id, number },
      postings: [],
    };
    return [{ entry, instant: finalizedAt, rank: 0, order }];
  });
  const unpostedNotes = notes.flatMap(({ id, number, invoiceId, reason, createdAt }, order): Placed[] => {
    if (number === null || posted.has(noteKey(id))) return [];
    const invoice = invoiceOf(invoices, invoiceId);
    const at = secondsOf(createdAt);
    const entry: StatementEntry = {
      id: noteKey(id),
      at,
      kind: 'credit_note',
      description: plainText(reason),
      number,
      invoice,
      postings: [],
    };
    return [{ entry, instant: createdAt, rank: 1, order }];
  });
  return [...unpostedInvoices, ...unpostedNotes];
}

/** The two documents of each correction of the billed party: the note takes the charge back, and the corrected invoice makes it again. */
function ofCorrections({ transactions, corrections }: StatementBooks, invoices: Invoices): Placed[] {
  const chargeOf = (invoiceId: string): number => {
    const transaction = transactions.find(({ businessKey }) => businessKey === finalizedKey(invoiceId));
    return transaction ? (postingsOf(transaction).find(({ account }) => account === 'charges')?.amount_cents ?? 0) : 0;
  };
  return corrections.flatMap(({ invoiceId, position, correctedNumber, creditNoteNumber, correctedAt }, place): Placed[] => {
    const cents = chargeOf(invoiceId);
    const before = corrections.find((other) => other.invoiceId === invoiceId && other.position === position - 1)?.correctedNumber;
    const replaced = before ?? invoices.get(invoiceId)?.number ?? '';
    const id = `correction:${invoiceId}:${position}`;
    const shared = { at: secondsOf(correctedAt), invoice: invoiceOf(invoices, invoiceId) };
    const charge = (amountCents: number) =>
      orderedPostings([
        { account: 'charges', amount_cents: amountCents },
        { account: 'due', amount_cents: 0 - amountCents },
      ]);
    const note: StatementEntry = {
      id: `${id}:credit-note`,
      kind: 'canceling_note',
      description: `Cancels invoice ${replaced}`,
      number: creditNoteNumber,
      postings: charge(0 - cents),
      ...shared,
    };
    const corrected: StatementEntry = {
      id: `${id}:invoice`,
      kind: 'corrected_invoice',
      description: `Replaces invoice ${replaced}`,
      number: correctedNumber,
      postings: charge(cents),
      ...shared,
    };
    return [note, corrected].map((entry, index) => ({ entry, instant: correctedAt, rank: 3, order: 2 * place + index }));
  });
}

/** All entries of an organization's statement, oldest first, by time and then in the order in which they were posted. */
export function statementEntries(books: StatementBooks): StatementEntry[] {
  const invoices: Invoices = new Map(books.invoices.map((invoice) => [invoice.id, invoice]));
  return [...ofLedger(books, invoices), ...ofDocuments(books, invoices), ...ofCorrections(books, invoices)]
    .toSorted((a, b) => a.instant.getTime() - b.instant.getTime() || a.rank - b.rank || a.order - b.order)
    .map(({ entry }) => entry);
}
