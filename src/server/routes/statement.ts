import type { CallName } from '#contract/calls.ts';
import type { Statement } from '#contract/types.ts';
import { isoDate } from '#lib/dates/format.ts';
import { monthStart } from '#lib/statement/months.ts';
import { beancountJournal, hledgerJournal } from '#lib/statement/statement-journal.ts';
import { statementCsv } from '#lib/statement/statement-csv.ts';
import { balanceAtStart, buildStatement } from '#lib/statement/statement.ts';
import { statementPdf } from '#server/documents/threads/document-threads.ts';
import { letOthersRun, runSteps } from '#server/database/in-pages.ts';
import { statementEntrySteps } from '#server/domain/statement/statement-entries.ts';
import { invalidRequest } from '#server/platform-error.ts';
import { readSetting } from '#server/database/settings.ts';
import { billedToNow } from '#server/store/customers.ts';
import { pacedHash } from '#server/store/statement/paced-hash.ts';
import { statementBooks } from '#server/store/statement/statement-books.ts';
import type { AnsweredFile, CallScope, Handler } from './handler.ts';
import { requireOwnInvoices } from './invoices.ts';

type StatementCall = Extract<CallName, `getStatement${string}`>;
type Scope = Pick<CallScope<StatementCall>, 'db' | 'organization' | 'paymentContext' | 'nowSeconds'>;

const mostDays = 366;
/** If the query has no first day, a statement starts this number of calendar months before the month in which it ends. */
const monthsBefore = 11;

/** Jobs book entries up to this many seconds late. Without a last day, the statement ends this many seconds ago, so that it is complete. */
const bookingSeconds = 120;

interface Period {
  readonly from: number;
  readonly to: number;
}

interface PeriodQuery {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** @throws {PlatformError} 400 if the period is too long or begins in the future */
function periodOf({ from, to }: PeriodQuery, nowSeconds: number): Period {
  // Adds one second, because the statement includes the current second.
  const latest = nowSeconds + 1;
  const settled = nowSeconds - bookingSeconds;
  const last = from === undefined || from < settled ? settled : latest;
  const end = Math.min(to ?? last, latest);
  const start = from ?? monthStart(end - 1, -monthsBefore);
  if (start >= end) throw invalidRequest([{ path: 'query.from', message: 'must not be in the future' }]);
  const path = to === undefined ? 'query.from' : 'query.to';
  if (end - start > mostDays * 86_400) throw invalidRequest([{ path, message: `must give a period of at most ${mostDays} days` }]);
  return { from: start, to: end };
}

/** @throws {PlatformError} 400 for an invalid period, and the errors of the invoice list */
async function readStatement(scope: Scope, query: PeriodQuery): Promise<Statement> {
  await requireOwnInvoices(scope);
  const { db, organization, nowSeconds } = scope;
  const { from, to } = periodOf(query, nowSeconds);
  const entries = await runSteps(statementEntrySteps(await statementBooks(db, organization.id)));
  const { slug } = organization;
  const hash = pacedHash(letOthersRun);
  const atStart = await balanceAtStart(slug, hash);
  const earlier = entries.filter(({ at }) => at < from);
  const { closing: opening } = await buildStatement({ organization: slug, from: 0, to: from, opening: atStart, entries: earlier }, hash);
  const within = entries.filter(({ at }) => at >= from && at < to);
  return buildStatement({ organization: slug, from, to, opening, entries: within }, hash);
}

const fileOf = ({ organization, from, to }: Statement, ending: string, bytes: Uint8Array<ArrayBuffer>): AnsweredFile => ({
  name: `statement-${organization}-from-${isoDate(from)}-to-${isoDate(to - 1)}${ending}`,
  disposition: 'attachment',
  body: () => bytes,
});

const textFile = (statement: Statement, ending: string, text: string): AnsweredFile =>
  fileOf(statement, ending, new TextEncoder().encode(text));

export const getStatement: Handler<'getStatement'> = async ({ query }, scope) => ({ data: await readStatement(scope, query) });

export const getStatementCsv: Handler<'getStatementCsv'> = async ({ query }, scope) => {
  const statement = await readStatement(scope, query);
  return { data: undefined, file: textFile(statement, '.csv', statementCsv(statement)) };
};

export const getStatementJournal: Handler<'getStatementJournal'> = async ({ query: { program = 'hledger', ...query } }, scope) => {
  const statement = await readStatement(scope, query);
  const isBeancount = program === 'beancount';
  const text = isBeancount ? beancountJournal(statement) : hledgerJournal(statement);
  return { data: undefined, file: textFile(statement, isBeancount ? '.beancount' : '.journal', text) };
};

export const getStatementPdf: Handler<'getStatementPdf'> = async ({ query }, scope) => {
  const statement = await readStatement(scope, query);
  const { db, organization, nowSeconds } = scope;
  const billedTo = await billedToNow(db, organization.id);
  const seller = (await readSetting(db, 'seller'))?.seller ?? null;
  const bytes = await statementPdf(organization.id, { statement, billedTo, seller, createdAtSeconds: nowSeconds });
  return { data: undefined, file: fileOf(statement, '.pdf', bytes) };
};
