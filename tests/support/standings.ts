import { expect } from 'vitest';
import { projectRef } from '#server/seed/identifiers.ts';
import { setPastOutcome } from '#server/store/backdate.ts';
import { requestReview } from '#server/store/restriction-reviews.ts';
import { recordUsage } from '#server/billing/usage/record-usage.ts';
import type { BillingStore } from './billing-store.ts';

export interface Standing {
  status: string | null;
  violations: string[] | null;
  grace: number | null;
}

export async function standingOf(store: BillingStore, slug: string): Promise<Standing> {
  const [row] = await store.rows<{ status: string | null; violations: string[] | null; grace: string | null }>(
    `select restriction_status as status, violations, extract(epoch from grace_period_end)::bigint::text as grace from organizations where slug = '${slug}'`,
  );
  return { status: row?.status ?? null, violations: row?.violations ?? null, grace: row?.grace ? Number(row.grace) : null };
}

export const unrestricted: Standing = { status: null, violations: null, grace: null };

let records = 0;

/** Records usage that ends in the current second, and runs the jobs. */
export async function use(store: BillingStore, slug: string, quantity: number, metric = 'EGRESS'): Promise<void> {
  const at = store.clock.nowSeconds();
  records += 1;
  const span = { fromSeconds: at - 1, untilSeconds: null };
  const record = { index: 0, id: `use-${records}`, projectRef: projectRef(slug, 'app'), metric, ...span, quantity };
  const { accepted } = await recordUsage(store.db, await store.organizationId(slug), [record], at);
  expect(accepted).toBe(1);
  await store.jobs.runDue();
}

export const unpaidInvoices = (store: BillingStore, slug: string) =>
  store.rows<{ id: string; due: string }>(
    `select i.id, extract(epoch from due_at)::bigint::text as due from invoices i join organizations o on o.id = i.organization_id where slug = '${slug}' and status in ('open', 'issued') order by due_at`,
  );

export async function payAll(store: BillingStore, slug: string): Promise<void> {
  for (const { id } of await unpaidInvoices(store, slug))
    await setPastOutcome(store.db, { id, status: 'paid', paymentAttempted: true, paymentIsProcessing: false });
  await requestReview(store.db, await store.organizationId(slug), store.clock.nowSeconds());
  await store.jobs.runDue();
}
