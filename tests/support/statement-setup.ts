import { NoopLogger, type Logger } from 'drizzle-orm/logger';

const COLUMN = String.raw`(?:"\w+"|"?\w+"?\."?\w+"?)(?![\w".(])`;
const BARE = String.raw`(?<![\w".])"\w+"(?!\.)`;
const OPERATOR = String.raw`\s*(?:=|<>|[<>]=?)\s*`;
const comparison = new RegExp(`${BARE}${OPERATOR}${COLUMN}|(?<![\\w".])${COLUMN}${OPERATOR}${BARE}`);

/** The first comparison of two columns in a subquery of which one has no table; null if there is none. */
export function bareComparison(statement: string): string | null {
  const start = statement.search(/\(\s*select\b/);
  return start === -1 ? null : (comparison.exec(statement.slice(start))?.[0] ?? null);
}

// Drizzle prints columns without their table in a query of one table. In a subquery they then name columns of the inner table, so that
// the sum is of other rows. Fails each such statement, of requests and of jobs.
(NoopLogger.prototype as Logger).logQuery = (statement: string): void => {
  const found = bareComparison(statement);
  if (found !== null) throw new Error(`A subquery compares a column without its table: ${found} in ${statement}`);
};
