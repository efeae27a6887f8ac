import { NoopLogger, type Logger } from 'drizzle-orm/logger';

const COLUMN = String.raw`(?:"\w+"|"?\w+"?\."?\w+"?)(?![\w".(])`;
const BARE = String.raw`(?<![\w".])"\w+"(?!\.)`;
const OPERATOR = String.raw`\s*(?:=|<>|[<>]=?)\s*`;
const comparison = new RegExp(`${BARE}${OPERATOR}${COLUMN}|(?<![\\w".])${COLUMN}${OPERATOR}${BARE}`);

/** Finds a comparison of two columns in a subquery, where a column has no table name. Returns the first such comparison, or null. */
export function bareComparison(statement: string): string | null {
  const start = statement.search(/\(\s*select\b/);
  return start === -1 ? null : (comparison.exec(statement.slice(start))?.[0] ?? null);
}

// Drizzle omits table names in queries of one table, so an outer column in a subquery would become a column of the inner table.
(NoopLogger.prototype as Logger).logQuery = (statement: string): void => {
  const found = bareComparison(statement);
  if (found !== null) throw new Error(`A subquery compares a column without its table: ${found} in ${statement}`);
};
