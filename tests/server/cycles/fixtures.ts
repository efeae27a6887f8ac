import { lineView } from '#server/routes/views/invoice-line.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { upcomingBill } from '#server/billing/periods/billed-usage.ts';
import { loadBillingInputs } from '#server/billing/periods/billing-inputs.ts';
import { seconds, type BillingStore } from '#tests/support/billing-store.ts';

export const now = seconds('2026-02-27T09:30:00Z');
export const day = 86_400;
export const gb = 1_000_000_000;

const base = { plan: 'pro', cyclesBefore: 1, daysIntoCycle: 10, projects: [{ name: 'app' }] } as const satisfies Partial<OrganizationSeed>;
const busy = {
  name: 'app',
  size: 'small',
  monthlyUsage: { EGRESS: 700 * gb, STORAGE_SIZE: 300 * gb, FUNCTION_INVOCATIONS: 7_000_000 },
} as const;

export const organizations: OrganizationSeed[] = [
  {
    ...base,
    slug: 'busy',
    name: 'Busy',
    projects: [busy, { name: 'other', replicas: ['large'] }],
    discounts: [{ key: 'EGRESS:primary', basisPoints: 1500 }],
  },
  { ...base, slug: 'late', name: 'Late usage' },
  { ...base, slug: 'credit', name: 'Credit', credits: [{ cents: 1800, from: 'goodwill', description: 'A gift', daysAgo: 1 }] },
  { ...base, slug: 'rich', name: 'Rich', credits: [{ cents: 900_000, from: 'goodwill', description: 'A gift', daysAgo: 1 }] },
  { ...base, slug: 'by-invoice', name: 'By invoice', paymentMethodType: 'invoice' },
  { ...base, slug: 'partner', name: 'Partner', partner: 'aws_marketplace' },
  { ...base, slug: 'short-month', name: 'Short month', daysIntoCycle: 27 },
  {
    ...base,
    slug: 'scheduled',
    name: 'Scheduled',
    partner: 'fly',
    scheduledPlan: 'free',
    projects: [{ name: 'app', size: 'medium', addons: ['pitr_7', 'log_drain_default'] }],
  },
  { ...base, slug: 'changing', name: 'Changing', projects: [busy] },
  { ...base, slug: 'leaving', name: 'Leaving', projects: [busy] },
  { ...base, slug: 'capping', name: 'Capping', projects: [busy] },
  { ...base, slug: 'free', name: 'Free', plan: 'free' },
  { ...base, slug: 'broken', name: 'Broken' },
];

type Invoice = {
  id: string;
  status: string;
  kind: string;
  subtotal_cents: number;
  amount_due_cents: number;
  due_at: Date | null;
  finalized_at: Date | null;
};

export const invoices = async (store: BillingStore, slug: string): Promise<Invoice[]> =>
  store.rows(
    `select i.* from invoices i join organizations o on o.id = i.organization_id where o.slug = '${slug}' order by i.period_end desc, i.number desc`,
  );
export const newest = async (store: BillingStore, slug: string): Promise<Invoice> => {
  const [invoice] = await invoices(store, slug);
  if (!invoice) throw new Error(`${slug} has no invoice`);
  return invoice;
};
export const cents = (value: unknown): number => Number(value);
export const periodEnd = async (store: BillingStore, slug: string): Promise<number> => {
  const [row] = await store.rows<{ at: string }>(
    `select extract(epoch from current_period_end)::bigint::text as at from subscriptions s join organizations o on o.id = s.organization_id where o.slug = '${slug}'`,
  );
  return Number(row?.at);
};
export const upcoming = async (store: BillingStore, slug: string, asOf: number) =>
  upcomingBill(await loadBillingInputs(store.db, await store.organizationId(slug), asOf), asOf);
export const views = (lines: Parameters<typeof lineView>[0][]) => lines.map((line) => lineView(line));
export const balance = async (store: BillingStore, slug: string): Promise<number> => {
  const [row] = await store.rows<{ cents: string }>(
    `select coalesce(-sum(e.amount_cents), 0)::text as cents from ledger_entries e join organizations o on o.id = e.organization_id where o.slug = '${slug}' and account = 'customer_credit'`,
  );
  return Number(row?.cents);
};
export const never = (): Promise<void> => Promise.reject(new Error('nothing may be charged here'));
export const ignore = (): Promise<void> => Promise.resolve();
