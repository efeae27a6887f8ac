import type { Statement, StatementRow } from '#contract/types.ts';
import { isoDate } from '#lib/dates/format.ts';
import { sumCents } from '#lib/money.ts';
import { monthStart } from './months.ts';
import { statementTotals } from './statement-totals.ts';

// This module calculates a statement from its opening balance and entries alone, so that files can be verified without the platform.

export type StatementPosting = StatementRow['postings'][number];
export type StatementAccountName = StatementPosting['account'];
export type StatementBalance = Statement['opening'];

/** An entry without the amounts that are calculated from its postings. */
export type StatementEntry = Omit<StatementRow, 'change_cents' | 'owed_cents'>;

/** Facts stored in a statement file. All other content of the file is calculated from these facts. */
export interface StatementFacts {
  readonly organization: string;
  readonly from: number;
  readonly to: number;
  readonly opening: StatementBalance;
  /** Sorted by time, oldest first. */
  readonly entries: readonly StatementEntry[];
}

/** Returns the SHA-256 hash of the text's UTF-8 bytes, in hexadecimal. */
export type TextHash = (text: string) => string | Promise<string>;

/** Returns whether hashing is available. Browsers offer hashing only on https and on localhost. */
export const canHash = (): boolean => Boolean((globalThis.crypto as Partial<Crypto> | undefined)?.subtle);

export async function sha256Of(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Formats a Unix time as '2026-05-31T12:00:00Z'. */
export const instantText = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, -'.000Z'.length)}Z`;

/** Parses the output of `instantText`. @throws RangeError for other text */
export function secondsOfInstantText(text: string): number {
  const seconds = Date.parse(text) / 1000;
  if (!Number.isSafeInteger(seconds) || instantText(seconds) !== text) throw new RangeError(`Not an instant: ${text}`);
  return seconds;
}

/** All accounts, in the order of postings. */
export const statementAccounts: readonly StatementAccountName[] = [
  'charges',
  'due',
  'credits',
  'payments',
  'refundable',
  'gifts',
  'uncollected',
  'disputed',
];

/** Accounts with a balance between customer and platform. The other accounts are expenses, income, and the customer's money. */
export const balanceAccounts = ['due', 'credits', 'disputed', 'refundable'] as const satisfies readonly StatementAccountName[];
type BalanceAccount = (typeof balanceAccounts)[number];

const isBalanceAccount = (account: StatementAccountName): account is BalanceAccount =>
  (balanceAccounts as readonly StatementAccountName[]).includes(account);

/** Balances by account in cents; debits are positive. */
export const accountBalances = ({ due_cents, credit_cents, disputed_cents, refundable_cents }: StatementBalance) =>
  ({ due: 0 - due_cents, credits: credit_cents, disputed: 0 - disputed_cents, refundable: refundable_cents }) as const;

/** Converts balances by account to a `StatementBalance`. The fields have the same order as in statement files. */
export function balanceOfAccounts(accounts: Readonly<Record<BalanceAccount, number>>, digest: string): StatementBalance {
  const { due, credits, disputed, refundable } = accounts;
  return {
    owed_cents: 0 - sumCents([due, credits, disputed, refundable]),
    due_cents: 0 - due,
    credit_cents: credits,
    disputed_cents: 0 - disputed,
    refundable_cents: refundable,
    digest,
  };
}

/** Merges postings: one per account, in the order of accounts, without zero amounts. */
export function orderedPostings(postings: readonly StatementPosting[]): StatementPosting[] {
  const sums = new Map<StatementAccountName, number>();
  for (const { account, amount_cents: cents } of postings) sums.set(account, sumCents([sums.get(account) ?? 0, cents]));
  return statementAccounts.flatMap((account) => {
    const cents = sums.get(account) ?? 0;
    return cents === 0 ? [] : [{ account, amount_cents: cents }];
  });
}

type Amounts = Omit<StatementBalance, 'digest'>;

/** Text to hash for the next digest. It includes the balances, so that a changed opening balance changes all digests. */
const chained = (digest: string, link: readonly unknown[], amounts: Amounts): string =>
  `${digest}\n${JSON.stringify([...link, ...Object.values(amounts)])}`;

const linkOfEntry = ({ id, at, kind, description, number, invoice, postings }: StatementEntry) => [
  id,
  at,
  kind,
  description,
  number,
  invoice && [invoice.id, invoice.number],
  postings.map(({ account, amount_cents: cents }) => [account, cents]),
];

/** Balance before an organization's first entry. Its digest includes the organization, so entries of another organization don't fit. */
export const balanceAtStart = async (organization: string, hash: TextHash): Promise<StatementBalance> =>
  balanceOfAccounts({ due: 0, credits: 0, disputed: 0, refundable: 0 }, await hash(`statement 1 ${organization}`));

async function afterEntry(before: StatementBalance, entry: StatementEntry, hash: TextHash): Promise<StatementBalance> {
  const accounts: Record<BalanceAccount, number> = { ...accountBalances(before) };
  for (const { account, amount_cents: cents } of entry.postings) if (isBalanceAccount(account)) accounts[account] += cents;
  const { digest: _, ...amounts } = balanceOfAccounts(accounts, '');
  return { ...amounts, digest: await hash(chained(before.digest, linkOfEntry(entry), amounts)) };
}

function rowOf(entry: StatementEntry, before: StatementBalance, after: StatementBalance): StatementRow {
  const { id, at, kind, description, number, invoice, postings } = entry;
  return {
    id,
    at,
    kind,
    description,
    number,
    invoice: invoice && { id: invoice.id, number: invoice.number },
    postings: postings.map(({ account, amount_cents: cents }) => ({ account, amount_cents: cents })),
    change_cents: after.owed_cents - before.owed_cents,
    owed_cents: after.owed_cents,
  };
}

/**
 * Each entry and each month end has a digest that depends on the previous digest. The closing balance of a period is the opening balance
 * of the next period.
 */
export async function buildStatement(facts: StatementFacts, hash: TextHash): Promise<Statement> {
  const { organization, from, to, entries } = facts;
  const opening = balanceOfAccounts(accountBalances(facts.opening), facts.opening.digest);
  const { digest: start } = await balanceAtStart(organization, hash);
  const rows: StatementRow[] = [];
  const months: Statement['months'] = [];
  let balance = opening;
  let monthEnd = monthStart(from, 1);
  const endMonths = async (until: number): Promise<void> => {
    // Skips the months before the organization's first entry, because the chain of digests begins with this entry.
    if (balance.digest === start) monthEnd = monthStart(until, 1);
    for (; monthEnd <= until; monthEnd = monthStart(monthEnd, 1)) {
      const month = isoDate(monthEnd - 1).slice(0, 7);
      const { digest: before, ...amounts } = balance;
      balance = { ...amounts, digest: await hash(chained(before, ['month', month], amounts)) };
      months.push({ month, owed_cents: balance.owed_cents, digest: balance.digest });
    }
  };
  for (const entry of entries) {
    await endMonths(entry.at);
    const before = balance;
    balance = await afterEntry(before, entry, hash);
    rows.push(rowOf(entry, before, balance));
  }
  await endMonths(to);
  const ends = ['statement', organization, from, to, ...Object.values(opening)];
  const { digest: last, ...amounts } = balance;
  const digest = await hash(chained(last, ends, amounts));
  const totals = statementTotals(rows);
  return { format: 1, organization, currency: 'USD', from, to, opening, rows, months, closing: balance, totals, digest };
}
