import { csvRow, textCell } from '#lib/csv.ts';
import { plainDollars } from '#lib/money.ts';
import { costTexts } from '#lib/texts/costs.ts';
import { DAILY_USAGE_DAYS } from '#server/billing/costs/cost-reading.ts';
import { focusParts } from '#server/billing/costs/focus-parts.ts';
import { type Costs, readCosts } from '#server/billing/costs/read-costs.ts';
import { csvText } from '#server/documents/csv.ts';
import { tableFile, type TableFormat, tableText } from '#server/documents/table-file.ts';
import type { CostGrouping } from '#server/domain/costs/cost-groups.ts';
import { focusColumns } from '#server/domain/costs/focus-columns.ts';
import { type FocusAccount, focusRows } from '#server/domain/costs/focus-row.ts';
import type { CostPart } from '#server/domain/costs/cost-charge.ts';
import type { Handler } from './handler.ts';
import { requireOwnInvoices } from './invoices.ts';
import { periodInName } from './views/time.ts';

const { columns } = costTexts;

function costsFile(grouping: CostGrouping, { groups }: Costs): Uint8Array<ArrayBuffer> {
  const named = grouping === 'day' ? [] : [columns.name];
  const owned = grouping === 'branch' ? [columns.project] : [];
  const rows = groups.map(({ key, name, projectRef, amountCents }) =>
    csvRow([
      textCell(key ?? ''),
      ...named.map(() => textCell(name ?? '')),
      ...owned.map(() => textCell(projectRef ?? '')),
      plainDollars(amountCents),
      'USD',
    ]),
  );
  return csvText([columns[grouping], ...named, ...owned, columns.amount, columns.currency], rows.join(''));
}

export const getCosts: Handler<'getCosts'> = async ({ query }, scope) => {
  await requireOwnInvoices(scope);
  const { db, organization, nowSeconds } = scope;
  const { group_by: grouping = 'day', format, from, to: until } = query;
  const costs = await readCosts(db, organization.id, nowSeconds, grouping, { from, until });
  if (format === 'csv') {
    const name = `costs-by-${grouping}-${organization.slug}${periodInName(from, until)}.csv`;
    return { file: { name, disposition: 'attachment', type: 'text/csv', body: () => costsFile(grouping, costs) } };
  }
  return {
    data: {
      group_by: grouping,
      groups: costs.groups.map(({ key, name, projectRef, amountCents }) => ({
        key,
        name,
        project_ref: projectRef,
        amount_cents: amountCents,
      })),
      total_cents: costs.totalCents,
      documents: costs.documents.map(({ id, number, amountCents }) => ({ id, number, amount_cents: amountCents })),
      daily_usage_days: DAILY_USAGE_DAYS,
      same_until: costs.sameUntilSeconds,
    },
  };
};

/** Number of rows that are converted to text between two pauses. The conversion of these rows takes a few milliseconds. */
const rowsAtOnce = 500;

async function* focusTexts(parts: AsyncGenerator<readonly CostPart[]>, format: TableFormat, account: FocusAccount): AsyncGenerator<string> {
  const rowOf = focusRows(account);
  for await (const batch of parts)
    for (let at = 0; at < batch.length; at += rowsAtOnce)
      yield tableText(
        format,
        focusColumns,
        batch.slice(at, at + rowsAtOnce).map((part) => rowOf(part)),
      );
}

export const exportFocus: Handler<'exportFocus'> = async ({ query }, scope) => {
  await requireOwnInvoices(scope);
  const { db, organization, nowSeconds, paymentContext } = scope;
  const { format = 'jsonl', from, to: until } = query;
  // Uses the configured origin, so that the content of the file does not depend on the host name of the request.
  const account = { slug: organization.slug, origin: paymentContext.origin() };
  return {
    file: {
      name: `focus-${organization.slug}${periodInName(from, until)}.${format}`,
      disposition: 'attachment',
      type: format === 'csv' ? 'text/csv' : 'application/jsonl',
      body: () =>
        tableFile(format, focusColumns, focusTexts(focusParts(db, organization.id, nowSeconds, { from, until }), format, account)),
    },
  };
};
