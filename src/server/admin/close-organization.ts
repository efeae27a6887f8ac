import type { AdminShape } from '#contract/admin/admin-types.ts';
import { stepFrom } from '#lib/dates/calendar.ts';
import { collectByCard } from '#server/billing/invoices/collections.ts';
import { changePlan } from '#server/billing/invoices/change-plan.ts';
import { closeCycle } from '#server/billing/invoices/close-cycle.ts';
import { useCreditForOverdue } from '#server/billing/invoices/use-credits.ts';
import { canBePaid } from '#server/domain/state-steps.ts';
import { instantOf, secondsOf, type Database } from '#server/database/database.ts';
import { PlatformError } from '#server/platform-error.ts';
import { openChange } from '#server/store/changes.ts';
import { readInvoiceLines } from '#server/store/invoices/invoice-lines.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { provisionedMembers } from '#server/store/provisioning/members.ts';
import { changeProvisioned, removeOtherMembers } from '#server/store/provisioning/organizations.ts';
import { endAllSpans, projectsToShow, removeProjects } from '#server/store/provisioning/projects.ts';
import { writeNotice } from '#server/store/notices/write-notice-once.ts';
import { OWNER_DAYS } from '#server/store/retention/retention-table.ts';
import { endProposals } from '#server/store/proposals.ts';
import { staffInvoices } from '#server/store/staff-actions.ts';
import { findSubscription } from '#server/store/subscriptions.ts';
import { endTokens } from '#server/store/tokens/organization-tokens.ts';
import type { AdminHandler, AdminParts } from './admin-handler.ts';
import { endGivenCredit, refundTopUps } from './closing-credit.ts';
import { organizationAnswer, requireOrganization } from './organizations.ts';
import { lineView } from './staff-invoice-view.ts';
import { rehearseWork } from '#server/database/rehearsal.ts';

/** Bills all usage until now and charges the card, if there is a card. The plan fee is not refunded. */
async function billToNow(tx: Database, organizationId: number, slug: string, nowSeconds: number): Promise<void> {
  while ((await closeCycle(tx, organizationId, nowSeconds, collectByCard)) !== null);
  const { plan } = await requireOrganization(tx, slug);
  if (plan === 'free') return;
  await changePlan(
    tx,
    { organizationId, atSeconds: nowSeconds, planId: 'free', usageBillingEnabled: false, feeChargedCents: 0 },
    collectByCard,
  );
}

type Closing = AdminShape<'ClosingDryRun'>;
type Settled = Pick<Closing, 'refunds' | 'ended_credit_cents'>;

/** Pays overdue invoices with credit. Then removes the remaining granted credit, and refunds the remaining top-ups. */
async function settleCredit(parts: AdminParts, organizationId: number): Promise<Settled> {
  const { db: tx, nowSeconds } = parts;
  await useCreditForOverdue(tx, organizationId, nowSeconds);
  const endedCents = await endGivenCredit(tx, organizationId, nowSeconds);
  return { refunds: await refundTopUps(parts, organizationId), ended_credit_cents: endedCents };
}

type StaffInvoiceRow = Awaited<ReturnType<typeof staffInvoices>>[number];

const allInvoices = (db: Database, organizationId: number): Promise<StaffInvoiceRow[]> =>
  staffInvoices(db, organizationId, { limit: Number.MAX_SAFE_INTEGER });

async function newInvoices(db: Database, organizationId: number, before: readonly StaffInvoiceRow[]): Promise<StaffInvoiceRow[]> {
  const known = new Set(before.map(({ id }) => id));
  return (await allInvoices(db, organizationId)).filter(({ id }) => !known.has(id));
}

const queueClosed = (
  tx: Database,
  organizationId: number,
  { invoices, refunds, ended_credit_cents: endedCreditCents }: Settled & { readonly invoices: readonly StaffInvoiceRow[] },
  nowSeconds: number,
): Promise<void> =>
  writeNotice(tx, {
    organizationId,
    kind: 'organization_closed',
    key: String(organizationId),
    atSeconds: nowSeconds,
    facts: {
      invoices: invoices.toReversed().map(({ number, subtotalCents, amountDueCents }) => ({
        number,
        totalCents: subtotalCents,
        dueCents: amountDueCents,
      })),
      refunds: refunds.map(({ amount_cents: amountCents, approval }) => ({ amountCents, waits: approval !== null })),
      endedCreditCents,
      readableUntil: stepFrom(nowSeconds, { days: OWNER_DAYS }),
    },
  });

/**
 * If the organization is already closed, only settles credit that was added later.
 * @throws {PlatformError} 409 while a plan change waits for payment
 */
async function close(parts: AdminParts, slug: string): Promise<Settled> {
  const { db: tx, nowSeconds } = parts;
  const { id, closedAt } = await requireOrganization(tx, slug);
  if (closedAt) return settleCredit(parts, id);
  if (await openChange(tx, id))
    throw new PlatformError('conflict', 'A plan change is waiting for payment; try again within an hour', {
      fields: [{ path: 'params.slug', message: 'has a change that waits for its payment' }],
    });
  const before = await allInvoices(tx, id);
  await billToNow(tx, id, slug, nowSeconds);
  await endAllSpans(tx, id, nowSeconds);
  await removeProjects(tx, id, instantOf(nowSeconds));
  await endTokens(tx, id, instantOf(nowSeconds));
  await endProposals(tx, id, 'everyone', instantOf(nowSeconds));
  const settled = await settleCredit(parts, id);
  // Queued before the members are removed, because the email goes to members if no billing address is confirmed.
  await queueClosed(tx, id, { ...settled, invoices: await newInvoices(tx, id, before) }, nowSeconds);
  await removeOtherMembers(tx, id);
  await changeProvisioned(tx, id, { closedAt: instantOf(nowSeconds) });
  return settled;
}

async function billedInvoice(tx: Database, organizationId: number, invoice: StaffInvoiceRow): Promise<Closing['invoices'][number]> {
  const lines = await readInvoiceLines(tx, organizationId, invoice.id);
  return {
    period_end: secondsOf(invoice.periodEnd),
    subtotal_cents: invoice.subtotalCents,
    amount_due_cents: invoice.amountDueCents,
    lines: lines.map(lineView),
  };
}

/** Closes the organization in a savepoint that is rolled back. The caller must hold the organization lock. */
async function dryRun(parts: AdminParts, slug: string): Promise<Closing> {
  const { db: tx, nowSeconds } = parts;
  const { id } = await requireOrganization(tx, slug);
  const before = await allInvoices(tx, id);
  const { projects } = await projectsToShow(tx, id);
  const members = await provisionedMembers(tx, id);
  return rehearseWork(tx, async (inner) => {
    const settled = await close({ ...parts, db: inner }, slug);
    const finalInvoices = await newInvoices(inner, id, before);
    return {
      dry_run: true,
      organization: organizationAnswer(await requireOrganization(inner, slug), nowSeconds),
      invoices: await Promise.all(finalInvoices.map((invoice) => billedInvoice(inner, id, invoice))),
      open_invoices: before
        .filter(({ status, amountDueCents }) => canBePaid(status) && amountDueCents > 0)
        .map((invoice) => ({ id: invoice.id, number: invoice.number, amount_due_cents: invoice.amountDueCents })),
      ...settled,
      credit_balance_cents: (await findSubscription(inner, id, { withAddons: false })).balanceCents,
      project_refs: projects.map(({ ref }) => ref),
      members: members.map(({ email, username }) => email ?? username),
    };
  });
}

/** Closes an organization: issues the final invoice, stops all resources, and removes all members except owners. */
export const closeOrganization: AdminHandler<'closeOrganization'> = async ({ params: { slug }, body }, parts) => {
  const { db, nowSeconds } = parts;
  const data = await db.transaction(async (tx) => {
    await lockOrganization(tx, (await requireOrganization(tx, slug)).id);
    if (body.dry_run === true) return dryRun({ ...parts, db: tx }, slug);
    await close({ ...parts, db: tx }, slug);
    return null;
  });
  if (data) return { data, status: 200 };
  parts.paymentContext?.wake();
  return { data: organizationAnswer(await requireOrganization(db, slug), nowSeconds) };
};
