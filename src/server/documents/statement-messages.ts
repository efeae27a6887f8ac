import { formatDate, formatDateTime } from '#lib/dates/format.ts';
import { billedToLines, sellerLines } from '#lib/invoice-parties.ts';
import { formatCents } from '#lib/money.ts';
import { productName } from '#lib/product.ts';
import { balanceWords, rowAmounts } from '#lib/statement/statement-totals.ts';
import { monthName, rowsByMonth } from '#lib/statement/months.ts';
import { statementDetail, statementTitle } from '#lib/statement/row-titles.ts';
import type { buildStatement } from '#lib/statement/statement.ts';
import { statementTexts as texts, statementTotalNames } from '#lib/texts/statement.ts';
import { instantOf } from '#server/database/database.ts';
import type { DocumentFacts, DocumentLine } from './invoice-document.ts';
import { isolateText } from './text-runs.ts';

type Statement = Awaited<ReturnType<typeof buildStatement>>;

export interface StatementPapers {
  readonly statement: Statement;
  readonly billedTo: Parameters<typeof billedToLines>[0];
  readonly seller: Parameters<typeof sellerLines>[0] | null;
  readonly createdAtSeconds: number;
}

type Row = Statement['rows'][number];

/**
 * If a row has a charged and a credited amount, such as the refund of an invoice, returns both as texts. Otherwise, returns an empty list.
 */
function bothAmounts(row: Row): string[] {
  const { chargedCents, creditedCents } = rowAmounts(row);
  if (chargedCents === 0 || creditedCents === 0) return [];
  return [`${texts.charged}: ${formatCents(chargedCents)}`, `${texts.credited}: ${formatCents(creditedCents)}`];
}

function detailOf(row: Row): string {
  const reason = statementDetail(row);
  const amounts = [...bothAmounts(row), `${texts.owedAfter}: ${formatCents(row.owed_cents)}`].join(', ');
  if (reason === null) return amounts;
  return `${isolateText(reason)}${/[.!?\u3002]$/u.test(reason) ? '' : '.'} ${amounts}`;
}

const lineOf = (row: Row): DocumentLine => ({
  description: statementTitle(row),
  detail: detailOf(row),
  period: formatDate(row.at),
  amount: formatCents(row.change_cents),
});

function totalsOf({ opening, closing, totals }: Statement): DocumentFacts['totals'] {
  const named = Object.entries(statementTotalNames).map(([total, name]) => [name, totals[total as keyof Statement['totals']]] as const);
  return [
    [texts.opening, formatCents(opening.owed_cents)],
    ...named.filter(([, cents]) => cents !== 0).map(([name, cents]): readonly [string, string] => [name, formatCents(cents)]),
    [texts.closing, formatCents(closing.owed_cents)],
  ];
}

function notesOf({ rows, closing, months, digest }: Statement): string[] {
  const parts = balanceWords(closing);
  return [
    ...(rows.length === 0 ? [`${texts.empty}.`] : []),
    ...(parts === null ? [] : [`${texts.closingParts}: ${parts}.`]),
    `${texts.negative} All amounts are in US dollars.`,
    ...months.map(({ month, digest: ofMonth }) => `Digest of ${month}: ${ofMonth}`),
    `${texts.digestOfStatement}: ${digest}`,
  ];
}

export function statementFacts({ statement, billedTo, seller, createdAtSeconds }: StatementPapers): DocumentFacts {
  const { from, to, rows, opening, closing } = statement;
  return {
    heading: texts.title,
    title: `${texts.title} ${formatDate(from)} to ${formatDate(to - 1)}`,
    created: instantOf(createdAtSeconds),
    seller: seller ? sellerLines(seller) : [productName],
    billedTo: billedToLines(billedTo),
    country: billedTo.address?.country ?? null,
    facts: [
      // 'Period start' instead of 'From', because 'From' is the heading above the seller.
      ['Period start', formatDateTime(from)],
      ['Period end', formatDateTime(to)],
      [texts.opening, formatCents(opening.owed_cents)],
      [texts.closing, formatCents(closing.owed_cents)],
    ],
    lines: [],
    periodHead: 'Date',
    carried: rowsByMonth(rows).map((ofMonth) => ({ title: monthName(ofMonth[0].at), lines: ofMonth.map(lineOf) })),
    totals: totalsOf(statement),
    notes: notesOf(statement),
  };
}
