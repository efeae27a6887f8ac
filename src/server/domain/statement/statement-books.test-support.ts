import { createHash } from 'node:crypto';
import { balanceAtStart, buildStatement } from '#lib/statement/statement.ts';
import { paceSteps } from '#lib/steps.ts';
import { accountOfBooks, type BookedNote, type BookedTransaction, type StatementBooks } from './booked-facts.ts';
import { statementEntrySteps } from './statement-entries.ts';

type Account = keyof typeof accountOfBooks;
export type Accounts = Readonly<Partial<Record<Account, number>>>;

export const day = 86_400;
export const start = Date.UTC(2026, 0, 1) / 1000;
export const at = (days: number): Date => new Date((start + days * day) * 1000);
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

export const noBooks: StatementBooks = { transactions: [], invoices: [], carries: [], notes: [], corrections: [] };
export const draftInvoice = { id: 'in_1', number: 'ACM-0001', finalizedAt: null, totalCents: 10_000 };

export async function statementOf(books: Partial<StatementBooks>) {
  const entries = await paceSteps(statementEntrySteps({ ...noBooks, ...books }), () => Promise.resolve());
  const facts = { organization: 'acme', from: start, to: start + 300 * day, entries };
  return buildStatement({ ...facts, opening: await balanceAtStart('acme', hash) }, hash);
}

let lastId = 0;
export const transaction = (
  businessKey: string,
  accounts: Accounts,
  more: Partial<Pick<BookedTransaction, 'description' | 'source' | 'occurredAt'>> = {},
): BookedTransaction => ({
  id: (lastId += 1),
  businessKey,
  description: '',
  source: null,
  occurredAt: at(10),
  ...more,
  entries: (Object.keys(accountOfBooks) as Account[]).flatMap((account) => {
    const amountCents = accounts[account] ?? 0;
    return amountCents === 0 ? [] : [{ account, amountCents }];
  }),
});

export const note = (id: string, amountCents: number, more: Partial<BookedNote> = {}): BookedNote => ({
  id,
  number: 'ACM-CN-0001',
  invoiceId: 'in_1',
  amountCents,
  reason: 'Slow queries',
  createdAt: at(10),
  ...more,
});

export const ofInvoice = 'invoice:in_1';
export const ofTopUp = 'top-up:tu_1';
