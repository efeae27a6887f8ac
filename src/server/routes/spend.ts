import { sumCents } from '#lib/money.ts';
import { upcomingBill } from '#server/billing/periods/billed-usage.ts';
import { loadBillingInputs } from '#server/billing/periods/billing-inputs.ts';
import { limitLookback, readSpend } from '#server/billing/budgets/read-spend.ts';
import type { BilledLine } from '#server/database/line-format.ts';
import type { Database } from '#server/database/database.ts';
import { addParts, compareInvoices, NO_PARTS, referencePrices } from '#server/domain/budget/invoice-comparison.ts';
import { hasOwnInvoices } from '#server/store/organizations.ts';
import { notFound } from '#server/platform-error.ts';
import { readInvoiceLines } from '#server/store/invoices/invoice-lines.ts';
import { invoiceBefore } from '#server/store/invoices/invoice-before.ts';
import { findInvoice, invoicePage } from '#server/store/invoices/invoices.ts';
import type { Handler } from './handler.ts';
import { requireOwnInvoices } from './invoices.ts';
import { unixSeconds } from './views/time.ts';

const amountOf = (lines: readonly { readonly amountCents: number }[]): number => sumCents(lines.map(({ amountCents }) => amountCents));

export const getSpend: Handler<'getSpend'> = async (_, { db, organization, nowSeconds }) => {
  const { days, projects, fixedCents, cycle, forecast } = await readSpend(db, organization.id, nowSeconds);
  const isShown = await hasOwnInvoices(db, organization.id);
  const rows = isShown ? (await invoicePage(db, organization.id, { offset: 0, limit: limitLookback }, {})).rows : [];
  const invoices = [];
  for (const { id, number, periodEnd } of rows.toReversed()) {
    const lines = await readInvoiceLines(db, organization.id, id);
    const groups = new Map<string, number>();
    for (const { key, group, description, amountCents } of lines) {
      const name = key === 'plan' ? 'Plan' : group === 'compute' || group === 'compute_credits' ? 'Compute' : description;
      groups.set(name, (groups.get(name) ?? 0) + amountCents);
    }
    invoices.push({
      id,
      number,
      at: unixSeconds(periodEnd),
      total_cents: amountOf(lines),
      groups: [...groups].map(([group, amount]) => ({ group, amount_cents: amount })),
    });
  }
  const [low, expected, high] = forecast;
  return {
    data: {
      invoices,
      days: days.map(({ dayStartSeconds, amountCents }) => ({ at: dayStartSeconds, amount_cents: amountCents })),
      projects: projects.map(({ ref, name, amountCents }) => ({ project_ref: ref, project_name: name, amount_cents: amountCents })),
      usage_cents: amountOf(days),
      fixed_cents: fixedCents,
      cycle: { start: cycle.startSeconds, end: cycle.endSeconds },
      forecast: { low_cents: low, expected_cents: expected, high_cents: high },
    },
  };
};

type Earlier = { readonly id: string; readonly number: string };

async function comparisonView(db: Database, organizationId: number, lines: readonly BilledLine[], before: Earlier | null) {
  const earlier = before ? await readInvoiceLines(db, organizationId, before.id) : [];
  const differences = before ? compareInvoices(earlier, lines, referencePrices([lines, earlier])) : [];
  return {
    previous: before && { id: before.id, number: before.number, total_cents: amountOf(earlier) },
    total_cents: amountOf(lines),
    difference_cents: before ? amountOf(lines) - amountOf(earlier) : 0,
    parts: differences.map(({ parts }) => parts).reduce(addParts, NO_PARTS),
    lines: differences.map(({ key, metric, before: a, after: b, parts, causes }) => ({
      description: (b ?? a)?.description ?? key,
      metric,
      before_description: a?.description ?? null,
      before_cents: a?.amountCents ?? 0,
      after_cents: b?.amountCents ?? 0,
      before_quantity: a?.quantity ?? null,
      after_quantity: b?.quantity ?? null,
      parts,
      causes: [...causes],
    })),
  };
}

export const compareInvoice: Handler<'compareInvoice'> = async ({ params }, scope) => {
  await requireOwnInvoices(scope);
  const { db, organization } = scope;
  const invoice = await findInvoice(db, organization.id, params.invoice_id);
  if (!invoice) throw notFound('Invoice');
  const before = await invoiceBefore(db, organization.id, invoice);
  return { data: await comparisonView(db, organization.id, await readInvoiceLines(db, organization.id, invoice.id), before) };
};

export const compareUpcomingInvoice: Handler<'compareUpcomingInvoice'> = async (_, scope) => {
  await requireOwnInvoices(scope);
  const { db, organization, nowSeconds } = scope;
  const { lines } = await upcomingBill(await loadBillingInputs(db, organization.id, nowSeconds), nowSeconds);
  const [before] = (await invoicePage(db, organization.id, { offset: 0, limit: 1 }, {})).rows;
  return { data: await comparisonView(db, organization.id, lines, before ?? null) };
};
