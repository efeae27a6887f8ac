import { isDeepStrictEqual } from 'node:util';
import { cycleAt } from '#lib/dates/cycle.ts';
import type { AdminShape } from '#contract/admin/admin-types.ts';
import { stopTries } from '#server/billing/invoices/collections.ts';
import { queueDetailsChanged } from '#server/billing/notices/change-notices.ts';
import { startPeriod } from '#server/billing/invoices/close-cycle.ts';
import { termsOfPeriodFrom } from '#server/billing/periods/period-terms.ts';
import { billedSubscription } from '#server/store/billing-periods.ts';
import { withContract } from '#server/domain/rates.ts';
import { instantOf, secondsOf, type Database } from '#server/database/database.ts';
import { invalidRequest, notFound, PlatformError } from '#server/platform-error.ts';
import { newId } from '#server/payments/ids.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { addWork } from '#server/store/outbox.ts';
import {
  changedOrganizations,
  changeProvisioned,
  endDiscount,
  insertDiscounts,
  insertOrganization,
  insertSubscription,
  provisionedOrganization,
  type ChangePlace,
  type DiscountTerms,
  type ProvisionedOrganization,
} from '#server/store/provisioning/organizations.ts';
import type { AdminHandler } from './admin-handler.ts';
import { capOfPlan, contractOf, contractView, discountTerms, discountView, requirePlanPrice, ruleFailure } from './organization-terms.ts';
import { bookInForce } from '#server/store/books/price-book-pinning.ts';

type OrganizationInput = AdminShape<'OrganizationInput'>;

export function organizationAnswer(row: ProvisionedOrganization, nowSeconds: number): AdminShape<'AdminOrganization'> {
  return {
    slug: row.slug,
    name: row.name,
    billing_email: row.billingEmail,
    plan: row.plan,
    spend_cap: !row.usageBillingEnabled,
    payment_method_type: row.paymentMethodType,
    billing_partner: row.billingPartner,
    disabled_features: row.disabledFeatures,
    contract: contractView(row.contract),
    discounts: row.discounts.filter(({ endsAt }) => endsAt === null || endsAt > nowSeconds).map(discountView),
    external_id: row.externalId,
    current_period_start: secondsOf(row.currentPeriodStart),
    current_period_end: secondsOf(row.currentPeriodEnd),
    created_at: secondsOf(row.createdAt),
    updated_at: secondsOf(row.updatedAt),
    closed_at: row.closedAt && secondsOf(row.closedAt),
  };
}

/** @throws {PlatformError} 404 */
export async function requireOrganization(db: Database, slug: string): Promise<ProvisionedOrganization> {
  const row = await provisionedOrganization(db, slug);
  if (!row) throw notFound('Organization');
  return row;
}

/**
 * The organization that a change is about, under its lock.
 * @throws {PlatformError} 404, and 409 for one that is closed
 */
export async function lockOpenOrganization(tx: Database, slug: string): Promise<ProvisionedOrganization> {
  const { id } = await requireOrganization(tx, slug);
  await lockOrganization(tx, id);
  return requireOpenOrganization(tx, slug);
}

/** @throws {PlatformError} 404, and 409 for one that is closed */
export async function requireOpenOrganization(db: Database, slug: string): Promise<ProvisionedOrganization> {
  const row = await requireOrganization(db, slug);
  if (row.closedAt)
    throw new PlatformError('conflict', 'This organization is closed', { fields: [{ path: 'params.slug', message: 'is closed' }] });
  return row;
}

export const getOrganization: AdminHandler<'getOrganization'> = async ({ params }, { db, nowSeconds }) => ({
  data: organizationAnswer(await requireOrganization(db, params.slug), nowSeconds),
});

const usualPage = 50;

function placeOf(cursor: string | undefined): ChangePlace | null {
  const [atMs, id] = cursor?.split('_').map(Number) ?? [];
  return atMs === undefined || id === undefined ? null : { atMs, id };
}

export const listOrganizations: AdminHandler<'listOrganizations'> = async ({ query }, { db, nowSeconds }) => {
  const { cursor, limit = usualPage, updated_after: changedAfter = null } = query;
  const place = placeOf(cursor);
  if (place && Number.isNaN(new Date(place.atMs).getTime()))
    throw invalidRequest([{ path: 'query.cursor', message: 'must be a cursor of this call' }]);
  const found = await changedOrganizations(db, { place, changedAfter, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    data: {
      organizations: page.map((row) => organizationAnswer(row, nowSeconds)),
      next_cursor: found.length > limit && last ? `${last.updatedAt.getTime()}_${last.id}` : null,
    },
  };
};

export const putOrganization: AdminHandler<'putOrganization'> = async ({ params: { slug }, body }, { db, nowSeconds }) => {
  const isNew = await db.transaction(async (tx) => {
    if (await provisionedOrganization(tx, slug)) return false;
    return makeOrganization(tx, slug, body, nowSeconds);
  });
  if (!isNew) await db.transaction((tx) => changeOrganization(tx, slug, body, nowSeconds));
  return { data: organizationAnswer(await requireOrganization(db, slug), nowSeconds), isNew };
};

/** The start of the first cycle, which runs: what is over was billed elsewhere. */
function startOf(requestedStart: number | undefined, nowSeconds: number): number {
  if (requestedStart === undefined) return nowSeconds;
  if (requestedStart > nowSeconds) throw ruleFailure('body.started_at', "The first cycle can't begin in the future");
  if (cycleAt(requestedStart, requestedStart).endSeconds <= nowSeconds)
    throw ruleFailure('body.started_at', 'The first cycle must not be over yet');
  return requestedStart;
}

/** @returns false where another request has just made one of that slug */
async function makeOrganization(tx: Database, slug: string, body: OrganizationInput, nowSeconds: number): Promise<boolean> {
  const { name, plan = 'free', payment_method_type: paymentMethodType = 'card' } = body;
  const capOn = capOfPlan(plan, body.spend_cap);
  const contract = body.contract ? contractOf(body.contract) : null;
  const startSeconds = startOf(body.started_at, nowSeconds);
  requirePlanPrice(await bookInForce(tx, startSeconds), plan, contract);
  const discounts = discountTerms(body.discounts ?? [], startSeconds);
  const values = {
    slug,
    name,
    billingEmail: body.billing_email ?? null,
    billingPartner: body.billing_partner ?? null,
    disabledFeatures: [...(body.disabled_features ?? [])],
    externalId: body.external_id ?? null,
  };
  const organizationId = await insertOrganization(tx, values, instantOf(nowSeconds));
  if (organizationId === null) return false;
  const cycle = cycleAt(startSeconds, startSeconds);
  await insertSubscription(tx, {
    id: newId('sub'),
    organizationId,
    plan,
    usageBillingEnabled: !capOn,
    billingCycleAnchor: instantOf(startSeconds),
    currentPeriodStart: instantOf(cycle.startSeconds),
    currentPeriodEnd: instantOf(cycle.endSeconds),
    paymentMethodType,
    contract,
  });
  await insertDiscounts(tx, organizationId, discounts, startSeconds);
  const terms = await termsOfPeriodFrom(tx, await billedSubscription(tx, organizationId), null, startSeconds);
  // Nothing is collected for the first cycle, so nothing of it can be unused: renewal bills the plan.
  await startPeriod(tx, { organizationId, ...cycle, feeChargedCents: 0, terms });
  return true;
}

/** The plan and its cap are its members' to change. */
function refuseOtherPlan(row: ProvisionedOrganization, { plan, spend_cap: cap, started_at: startedAt }: OrganizationInput): void {
  const refuse = (path: string, message: string): PlatformError => new PlatformError('conflict', message, { fields: [{ path, message }] });
  if (plan !== undefined && plan !== row.plan)
    throw refuse('body.plan', `The organization is on ${row.plan}; only its members can change the plan`);
  if (cap !== undefined && cap !== !row.usageBillingEnabled)
    throw refuse('body.spend_cap', `The spend cap is ${row.usageBillingEnabled ? 'off' : 'on'}; only its members can change it`);
  if (startedAt !== undefined && startedAt > secondsOf(row.currentPeriodStart))
    throw refuse('body.started_at', "This organization exists already; the time when it began can't be changed");
}

async function changeOrganization(tx: Database, slug: string, body: OrganizationInput, nowSeconds: number): Promise<void> {
  const row = await lockOpenOrganization(tx, slug);
  refuseOtherPlan(row, body);
  const { contract: contractInput } = body;
  const contract = contractInput ? contractOf(contractInput) : contractInput;
  // A contract counts from the next cycle on.
  if (contract !== undefined) requirePlanPrice(await bookInForce(tx, nowSeconds), row.plan, contract);
  await changeProvisioned(
    tx,
    row.id,
    {
      name: body.name,
      ...(body.billing_email === undefined ? {} : { billingEmail: body.billing_email }),
      ...(body.billing_partner === undefined ? {} : { billingPartner: body.billing_partner }),
      ...(body.disabled_features === undefined ? {} : { disabledFeatures: [...body.disabled_features] }),
      ...(body.external_id === undefined ? {} : { externalId: body.external_id }),
    },
    {
      ...(body.payment_method_type === undefined ? {} : { paymentMethodType: body.payment_method_type }),
      ...(contract === undefined || isDeepStrictEqual(contract, row.contract)
        ? {}
        : withContract(row, contract, nowSeconds, secondsOf(row.currentPeriodStart))),
    },
  );
  if (body.payment_method_type === 'invoice' || body.billing_partner) await stopTries(tx, row.id);
  if (body.billing_email !== undefined)
    await queueDetailsChanged(tx, {
      organizationId: row.id,
      changes: [{ what: 'billing_email', before: row.billingEmail || null, after: body.billing_email || null }],
      atSeconds: nowSeconds,
      key: newId('mail'),
      formerAddresses: row.billingEmail ? [row.billingEmail] : [],
    });
  if (body.discounts !== undefined) await replaceDiscounts(tx, row, body.discounts, nowSeconds);
  // The gateway's customer has its name and its recipients.
  if (body.name !== row.name || (body.billing_email !== undefined && body.billing_email !== row.billingEmail))
    await addWork(tx, { organizationId: row.id, kind: 'sync_customer', subject: String(row.id) });
}

/** Ends what is no longer named and begins what is new; what stays keeps its start. */
async function replaceDiscounts(
  tx: Database,
  row: ProvisionedOrganization,
  discountInputs: NonNullable<OrganizationInput['discounts']>,
  nowSeconds: number,
): Promise<void> {
  const wanted = discountTerms(discountInputs, nowSeconds);
  const kept = new Set<number>();
  const added: DiscountTerms[] = [];
  const running = row.discounts.filter(({ endsAt }) => endsAt === null || endsAt > nowSeconds);
  for (const [index, terms] of wanted.entries()) {
    const same = running.find(
      (one) =>
        !kept.has(one.id) &&
        one.line === terms.line &&
        one.basisPoints === terms.basisPoints &&
        one.amountCents === terms.amountCents &&
        one.endsAt === terms.endsAt &&
        (discountInputs[index]?.starts_at === undefined || one.startsAt === terms.startsAt),
    );
    if (same) kept.add(same.id);
    else added.push(terms);
  }
  for (const { id } of running) if (!kept.has(id)) await endDiscount(tx, row.id, id, instantOf(nowSeconds));
  await insertDiscounts(tx, row.id, added, nowSeconds);
}
