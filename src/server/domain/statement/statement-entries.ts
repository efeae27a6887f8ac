import { formatCents, sumCents } from '#lib/money.ts';
import { orderedPostings, type StatementAccountName, type StatementEntry } from '#lib/statement/statement.ts';
import type { Steps } from '#lib/steps.ts';
import {
  accountOfBooks,
  type BookedCarry,
  type BookedCorrection,
  type BookedInvoice,
  type BookedNote,
  type BookedTransaction,
  type StatementBooks,
} from './booked-facts.ts';
import { entryKind } from './entry-kinds.ts';

type Postings = StatementEntry['postings'];

/** Cost of one entry in rows, for cooperative yielding about every 500 entries. */
const entryUnits = 20;

/** Sorted by time, then booking order. */
interface Placed {
  readonly entry: StatementEntry;
  readonly instant: Date;
  readonly place: readonly [rank: number, order: number, part: number];
}

const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1000);

const finalizedKey = (invoiceId: string): string => `invoice:${invoiceId}:finalized`;
const noteKey = (noteId: string): string => `credit-note:${noteId}`;
const correctionKey = (invoiceId: string, position: number): string => `${invoiceId}:${position}`;
const invoiceIdIn = (text: string | null): string | undefined => /^invoice:([^:]+)/.exec(text ?? '')?.[1];

interface Index {
  readonly transactions: ReadonlyMap<string, BookedTransaction>;
  readonly invoices: ReadonlyMap<string, BookedInvoice>;
  readonly notes: ReadonlyMap<string, BookedNote>;
  /** Credit notes that are not in the ledger, by invoice. The notes of an invoice are sorted by the counter in their number. */
  readonly unpostedNotes: ReadonlyMap<string, readonly BookedNote[]>;
  readonly carries: ReadonlyMap<string, readonly BookedCarry[]>;
  readonly corrections: ReadonlyMap<string, BookedCorrection>;
}

/** Counter at the end of the number. The time is no sort key, because late jobs issue notes with earlier times. */
const counterOf = ({ number }: BookedNote): number => Number(/\d+$/.exec(number ?? '')?.[0] ?? 0);

function byInvoice<T extends { readonly invoiceId: string }>(items: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const item of items) {
    const known = found.get(item.invoiceId);
    if (known) known.push(item);
    else found.set(item.invoiceId, [item]);
  }
  return found;
}

function indexOf({ transactions, invoices, notes, carries, corrections }: StatementBooks): Index {
  const byKey = new Map(transactions.map((transaction) => [transaction.businessKey, transaction]));
  return {
    transactions: byKey,
    invoices: new Map(invoices.map((invoice) => [invoice.id, invoice])),
    notes: new Map(notes.map((note) => [noteKey(note.id), note])),
    unpostedNotes: byInvoice(notes.filter(({ id }) => !byKey.has(noteKey(id))).toSorted((a, b) => counterOf(a) - counterOf(b))),
    carries: byInvoice(carries),
    corrections: new Map(corrections.map((correction) => [correctionKey(correction.invoiceId, correction.position), correction])),
  };
}

const postingsOf = ({ entries }: BookedTransaction): Postings =>
  orderedPostings(entries.map(({ account, amountCents }) => ({ account: accountOfBooks[account], amount_cents: 0 - amountCents })));

const move = (debited: StatementAccountName, credited: StatementAccountName, cents: number): Postings =>
  orderedPostings([
    { account: debited, amount_cents: cents },
    { account: credited, amount_cents: 0 - cents },
  ]);

const referenceTo = (invoice: BookedInvoice | undefined): StatementEntry['invoice'] =>
  invoice ? { id: invoice.id, number: invoice.number } : null;

const finalInstant = ({ transactions }: Index, { id, finalizedAt }: BookedInvoice): Date | null =>
  transactions.get(finalizedKey(id))?.occurredAt ?? finalizedAt;

const totalOf = (items: readonly { readonly amountCents: number }[]): number => sumCents(items.map(({ amountCents }) => amountCents));

const chargedIn = (postings: Postings): number => postings.find(({ account }) => account === 'charges')?.amount_cents ?? 0;

/** Credit notes issued while the invoice was a draft. Their sum is the invoice total minus the total in the ledger. */
function draftNotesOf(index: Index, { id, totalCents }: BookedInvoice): readonly BookedNote[] {
  const transaction = index.transactions.get(finalizedKey(id));
  const creditedCents = totalCents - (transaction ? chargedIn(postingsOf(transaction)) : 0);
  const notes = index.unpostedNotes.get(id) ?? [];
  const count = notes.findIndex((_, place) => totalOf(notes.slice(0, place + 1)) === creditedCents) + 1;
  return creditedCents === 0 ? [] : notes.slice(0, count);
}

const carriedUntil = ({ carries }: Index, invoiceId: string, until: Date): number =>
  totalOf((carries.get(invoiceId) ?? []).filter(({ carriedAt }) => carriedAt.getTime() <= until.getTime()));

function ofTransaction({ invoices, notes }: Index, transaction: BookedTransaction): Placed[] {
  const { id, businessKey, description, source, occurredAt } = transaction;
  const kind = entryKind(businessKey);
  const note = notes.get(businessKey);
  const invoice = invoices.get(note?.invoiceId ?? invoiceIdIn(businessKey) ?? invoiceIdIn(source) ?? '');
  // `ofInvoice` creates the entry of a final invoice, together with the carried amount and credit notes.
  if (kind === 'invoice' && invoice) return [];
  const entry: StatementEntry = {
    id: businessKey,
    at: secondsOf(occurredAt),
    kind,
    description: note?.reason ?? description,
    number: note?.number ?? null,
    invoice: referenceTo(invoice),
    postings: postingsOf(transaction),
  };
  return [{ entry, instant: occurredAt, place: [2, id, 0] }];
}

/** Returns entries for the full total, the amount that the invoice carries over, and the credit notes that were issued on the draft. */
function ofInvoice(index: Index, invoice: BookedInvoice, order: number): Placed[] {
  const instant = finalInstant(index, invoice);
  if (instant === null) return [];
  const id = finalizedKey(invoice.id);
  const transaction = index.transactions.get(id);
  const notes = draftNotesOf(index, invoice);
  const carriedCents = carriedUntil(index, invoice.id, instant);
  const shared = { at: secondsOf(instant), invoice: referenceTo(invoice) };
  const carried: StatementEntry = {
    ...shared,
    id: `${id}:carried`,
    kind: 'carried',
    description: '',
    number: null,
    postings: move('charges', 'credits', carriedCents),
  };
  const entries: StatementEntry[] = [
    {
      ...shared,
      id,
      kind: 'invoice',
      description: transaction?.description ?? 'Invoice',
      number: invoice.number,
      postings: orderedPostings([
        ...(transaction ? postingsOf(transaction) : []),
        ...move('charges', 'due', totalOf(notes)),
        ...move('credits', 'charges', carriedCents),
      ]),
    },
    ...(carriedCents === 0 ? [] : [carried]),
    ...notes.map((note): StatementEntry => ({
      ...shared,
      id: noteKey(note.id),
      kind: 'credit_note',
      description: note.reason,
      number: note.number,
      postings: move('due', 'charges', note.amountCents),
    })),
  ];
  return entries.map((entry, part): Placed => ({ entry, instant, place: transaction ? [2, transaction.id, part] : [0, order, part] }));
}

/** A credit note for an earlier refund has no postings, because the refund has already reversed the charge. */
function ofRefundNote(index: Index, note: BookedNote, order: number): Placed[] {
  const { id, number, invoiceId, amountCents, reason, createdAt } = note;
  const invoice = index.invoices.get(invoiceId);
  if (number === null || index.transactions.has(noteKey(id)) || !invoice) return [];
  if (finalInstant(index, invoice) === null || draftNotesOf(index, invoice).includes(note)) return [];
  const entry: StatementEntry = {
    id: noteKey(id),
    at: secondsOf(createdAt),
    kind: 'credit_note',
    description: `${formatCents(amountCents)}, ${reason}`,
    number,
    invoice: referenceTo(invoice),
    postings: [],
  };
  return [{ entry, instant: createdAt, place: [1, order, 0] }];
}

/** A credit note cancels the invoice, and a corrected invoice charges the same amount. */
function ofCorrection(index: Index, correction: BookedCorrection, order: number): Placed[] {
  const { invoiceId, position, correctedNumber, creditNoteNumber, correctedAt } = correction;
  const invoice = index.invoices.get(invoiceId);
  // Total at the time of the correction, without credit notes and without amounts carried over before that time.
  const cents = (invoice?.totalCents ?? 0) - carriedUntil(index, invoiceId, correctedAt);
  const replaced = index.corrections.get(correctionKey(invoiceId, position - 1))?.correctedNumber ?? invoice?.number ?? '';
  const id = `correction:${invoiceId}:${position}`;
  const shared = { at: secondsOf(correctedAt), invoice: referenceTo(invoice) };
  const note: StatementEntry = {
    ...shared,
    id: `${id}:credit-note`,
    kind: 'canceling_note',
    description: `Cancels invoice ${replaced}`,
    number: creditNoteNumber,
    postings: move('due', 'charges', cents),
  };
  const corrected: StatementEntry = {
    ...shared,
    id: `${id}:invoice`,
    kind: 'corrected_invoice',
    description: `Replaces invoice ${replaced}`,
    number: correctedNumber,
    postings: move('charges', 'due', cents),
  };
  return [note, corrected].map((entry, part): Placed => ({ entry, instant: correctedAt, place: [3, order, part] }));
}

const byPlace = (a: Placed, b: Placed): number =>
  a.instant.getTime() - b.instant.getTime() || a.place[0] - b.place[0] || a.place[1] - b.place[1] || a.place[2] - b.place[2];

/** Oldest first. Entries of the same time are in booking order. */
export function* statementEntrySteps(books: StatementBooks): Steps<StatementEntry[]> {
  const index = indexOf(books);
  const placed: Placed[] = [];
  for (const transaction of books.transactions) {
    placed.push(...ofTransaction(index, transaction));
    yield entryUnits;
  }
  for (const [order, invoice] of books.invoices.entries()) {
    placed.push(...ofInvoice(index, invoice, order));
    yield entryUnits;
  }
  for (const [order, note] of books.notes.entries()) {
    placed.push(...ofRefundNote(index, note, order));
    yield entryUnits;
  }
  for (const [order, correction] of books.corrections.entries()) {
    placed.push(...ofCorrection(index, correction, order));
    yield entryUnits;
  }
  return placed.toSorted(byPlace).map(({ entry }) => entry);
}
