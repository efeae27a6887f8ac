import type { Statement, StatementRow } from '#contract/types.ts';
import { monthName } from '#lib/statement/months.ts';

type StatementDifference =
  | { readonly kind: 'equal' }
  /** The platform has all rows of the file. It also has `count` rows that were booked later. */
  | { readonly kind: 'older'; readonly count: number; readonly month: string }
  /** The platform has all rows of the file, but the opening balances differ. */
  | { readonly kind: 'opening' }
  /** The rows differ. `month` is the name of the first month with a difference. */
  | { readonly kind: 'rows'; readonly month: string };

const openingFacts = ({ opening }: Statement): string => {
  const { owed_cents, due_cents, credit_cents, disputed_cents, refundable_cents, digest } = opening;
  return [owed_cents, due_cents, credit_cents, disputed_cents, refundable_cents, digest].join(' ');
};

const rowFacts = ({ id, at, kind, description, number, invoice, postings }: StatementRow): string =>
  JSON.stringify([
    [id, at, kind, description, number, invoice && [invoice.id, invoice.number]],
    postings.map(({ account, amount_cents: cents }) => [account, cents]),
  ]);

/** Returns the name of the first month with a different row; the last month of the period if no row differs. */
function firstMonth(file: Statement, platform: Statement): string {
  const [inFile, onPlatform] = [file.rows.map(rowFacts), platform.rows.map(rowFacts)];
  const count = Math.max(inFile.length, onPlatform.length);
  const first = Array.from({ length: count }, (_, index) => index).find((index) => inFile[index] !== onPlatform[index]);
  if (first === undefined) return monthName(file.to - 1);
  return monthName(Math.min(file.rows[first]?.at ?? Infinity, platform.rows[first]?.at ?? Infinity));
}

export function compareStatements(file: Statement, platform: Statement): StatementDifference {
  if (file.digest === platform.digest) return { kind: 'equal' };
  const inFile = file.rows.map(rowFacts);
  const known = new Set(inFile);
  const added = platform.rows.filter((row) => !known.has(rowFacts(row)));
  const shared = platform.rows.map(rowFacts).filter((facts) => known.has(facts));
  const hasAll = JSON.stringify(shared) === JSON.stringify(inFile);
  if (hasAll && openingFacts(file) !== openingFacts(platform)) return { kind: 'opening' };
  const [first] = added;
  if (hasAll && first) return { kind: 'older', count: added.length, month: monthName(first.at) };
  return { kind: 'rows', month: firstMonth(file, platform) };
}
