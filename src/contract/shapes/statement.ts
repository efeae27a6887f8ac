import { z } from 'zod/mini';
import { periodFields, periodInOrder } from '#contract/query-period.ts';
import { Cents, Slug, UnixSeconds } from './common.ts';

/**
 * Accounts in the customer's books. `charges` are expenses, `due` and `disputed` are debts, `credits` and `refundable` are claims, and
 * `payments` is the customer's money. `gifts` and `uncollected` (forgiven or written off) reduce expenses.
 */
export const StatementAccount = z.enum(['charges', 'due', 'credits', 'payments', 'refundable', 'gifts', 'uncollected', 'disputed']);

export const StatementKind = z.enum([
  'invoice',
  'credit_note',
  'canceling_note',
  'corrected_invoice',
  'payment',
  'top_up',
  'unapplied_payment',
  'credit',
  'credit_use',
  'credit_released',
  'credit_ended',
  'carried',
  'waived',
  'forgiven',
  'written_off',
  'refund',
  'refund_returned',
  'dispute',
  'dispute_lost',
  'dispute_won',
  'other',
]);

/** Amounts in the customer's books: debits are positive, credits negative. The postings of a row sum to zero. */
const StatementPosting = z.strictObject({ account: StatementAccount, amount_cents: Cents });

const StatementRow = z.strictObject({
  /** Unique and permanent. */
  id: z.string(),
  at: UnixSeconds,
  kind: StatementKind,
  /** Text of the entry in the platform's books; empty if there is none. */
  description: z.string(),
  /** Number of the document, for invoices and credit notes. */
  number: z.nullable(z.string()),
  invoice: z.nullable(z.strictObject({ id: z.string(), number: z.string() })),
  /** Postings of the row, at most one per account. Empty if the document changed no account. */
  postings: z.array(StatementPosting),
  change_cents: Cents,
  /** Amount that the customer owes after this row; negative if the platform owes the customer. */
  owed_cents: Cents,
});

/** Balances at an instant. `owed_cents` is `due_cents - credit_cents + disputed_cents - refundable_cents`. */
const StatementBalance = z.strictObject({
  owed_cents: Cents,
  /** Amount due on invoices, without forgiven and written-off invoices. */
  due_cents: Cents,
  /** Credit balance; negative for a debt that the next charge collects. */
  credit_cents: Cents,
  disputed_cents: Cents,
  /** Unapplied payments that are being refunded. */
  refundable_cents: Cents,
  /**
   * SHA-256 in hexadecimal. Each digest includes the previous digest, so it covers all entries and all month-end balances before this
   * instant.
   */
  digest: z.string(),
});

const StatementMonth = z.strictObject({
  /** 'YYYY-MM'. */
  month: z.string(),
  owed_cents: Cents,
  digest: z.string(),
});

/**
 * Changes of the amount owed. The first four fields are sums of postings to `charges`, the next three of postings to `payments`, and the
 * last two of postings to `gifts` and `uncollected`. The total of all fields is the difference of the two balances.
 */
const StatementTotals = z.strictObject({
  invoices_cents: Cents,
  credit_notes_cents: Cents,
  /** Charges whose payment was refunded. Their negative sum offsets the refunds of invoice payments. */
  refunded_charges_cents: Cents,
  /** Charges without an invoice: waived usage, and unused time that a dispute has withheld. */
  other_charges_cents: Cents,
  payments_cents: Cents,
  refunds_cents: Cents,
  disputes_cents: Cents,
  /** Credit granted by staff. */
  credits_cents: Cents,
  /** Forgiven and written-off invoices, less payments and credit notes on them. */
  uncollected_cents: Cents,
});

export const Statement = z.strictObject({
  /** Version of the statement format. The format includes the rows, their digests, and the downloadable files. */
  format: z.literal(1),
  organization: Slug,
  currency: z.literal('USD'),
  from: UnixSeconds,
  /** Exclusive end; at most the current time. */
  to: UnixSeconds,
  opening: StatementBalance,
  /** Oldest first. */
  rows: z.array(StatementRow),
  /** Calendar months in UTC that end in the period, oldest first. */
  months: z.array(StatementMonth),
  closing: StatementBalance,
  totals: StatementTotals,
  /** SHA-256 of the period, both balances and the digest of the last row. If two digests are equal, the statements are equal. */
  digest: z.string(),
});

/** Default: the last twelve calendar months including the current month, up to two minutes ago. At most 366 days. */
export const StatementQuery = z.strictObject(periodFields).check(periodInOrder);

export const StatementJournalQuery = z
  .strictObject({
    ...periodFields,
    /** Program that reads the file; by default `hledger`. The program `ledger` can read the same files as `hledger`. */
    program: z.optional(z.enum(['hledger', 'beancount'])),
  })
  .check(periodInOrder);
