import type { CallInput, Statement, StatementRow } from '#contract/types.ts';
import { statementCalls } from '#contract/statement-calls.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { formatDate, isoDate } from '#lib/dates/format.ts';
import { dayOf, isBackwards, periodWords } from '#lib/dates/query-days.ts';
import { instantText } from '#lib/statement/statement.ts';
import { statementTexts as texts } from '#lib/texts/statement.ts';

/** Days are 'YYYY-MM-DD'; null means the platform's default. */
export interface StatementPeriod {
  readonly from: string | null;
  readonly to: string | null;
}

export const defaultPeriod: StatementPeriod = { from: null, to: null };

/** Longest period in milliseconds, from the first day to the last day. */
const mostMs = 365 * 86_400_000;

/** Returns the error message of a period; null if it is valid. A statement ends today at the latest. @param today 'YYYY-MM-DD' */
export function periodFaultOf({ from, to }: StatementPeriod, today: string): string | null {
  if (isBackwards(from, to)) return texts.periodFault;
  if (from === null) return null;
  if (from > today) return texts.periodAhead;
  const last = to === null || to > today ? today : to;
  return Date.parse(last) - Date.parse(from) > mostMs ? texts.periodTooLong : null;
}

/** Ignores invalid days. */
export function statementPeriodOf(search: string): StatementPeriod {
  const query = new URLSearchParams(search);
  const [from, to] = [dayOf(query.get('from')), dayOf(query.get('to'))];
  return { from, to: isBackwards(from, to) ? null : to };
}

/** Query string of a period. Equal periods have equal text. */
export const periodQuery = ({ from, to }: StatementPeriod): string =>
  new URLSearchParams({ ...(from && { from }), ...(to && { to }) }).toString();

export function statementAddress(slug: string, period: StatementPeriod): string {
  const query = periodQuery(period);
  return helpAddresses.statement(slug) + (query && `?${query}`);
}

export const statementInput = (slug: string, { from, to }: StatementPeriod): CallInput<'getStatement'> => ({
  params: { slug },
  query: { ...(from && { from }), ...(to && { to }) },
});

export function wordsOfPeriod({ from, to }: StatementPeriod): string | null {
  const words = periodWords(from, to).join(' ');
  return words === '' ? null : `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** Period in words: 'Jan 01, 2026 to May 31, 2026'. The statement includes both days. */
export const daysOfStatement = ({ from, to }: Pick<Statement, 'from' | 'to'>): string => `${formatDate(from)} to ${formatDate(to - 1)}`;

export function addressOfRow(slug: string, { invoice }: StatementRow, hasCredits: boolean): string | null {
  if (invoice) return helpAddresses.invoice(slug, invoice.id);
  return hasCredits ? `${helpAddresses.billing(slug)}#credits-balance` : null;
}

export interface StatementDownload {
  readonly label: string;
  readonly address: string;
  /** The platform also sends the name, except with JSON files. */
  readonly fileName: string;
}

/** The files also contain entries that were booked after this statement was read. */
export function statementDownloads(slug: string, { from, to }: Pick<Statement, 'from' | 'to'>): StatementDownload[] {
  const file = (label: string, call: keyof typeof statementCalls, ending: string, more: Readonly<Record<string, string>> = {}) => {
    const query = new URLSearchParams({ from: instantText(from), to: instantText(to), ...more }).toString();
    const address = `${statementCalls[call].path.replace('{slug}', encodeURIComponent(slug))}?${query}`;
    return { label, address, fileName: `statement-${slug}-from-${isoDate(from)}-to-${isoDate(to - 1)}.${ending}` };
  };
  return [
    file('PDF', 'getStatementPdf', 'pdf'),
    file('CSV', 'getStatementCsv', 'csv'),
    file('JSON', 'getStatement', 'json'),
    file('Journal for hledger and ledger', 'getStatementJournal', 'journal'),
    file('Journal for beancount', 'getStatementJournal', 'beancount', { program: 'beancount' }),
  ];
}
