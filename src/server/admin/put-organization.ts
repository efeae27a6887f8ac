import { cycleAt } from '#lib/dates/cycle.ts';
import type { AdminShape } from '#contract/admin/admin-types.ts';
import { planNames } from '#lib/plan-names.ts';
import { stopTries } from '#server/billing/invoices/collections.ts';
import { releaseHeldDrafts } from '#server/billing/invoices/finalize-invoice.ts';
import { queueDetailsChanged } from '#server/billing/notices/change-notices.ts';
import { requirePricesAhead } from '#server/billing/price-books/prices-ahead.ts';
import { startPeriod } from '#server/billing/invoices/close-cycle.ts';
import { termsOfPeriodFrom } from '#server/billing/periods/period-terms.ts';
import { billedSubscription } from '#server/store/billing-periods.ts';
import { DomainError } from '#server/domain/errors.ts';
import type { PlanId } from '#server/domain/plans.ts';
import { instantOf, secondsOf, type Database } from '#server/database/database.ts';
import { PlatformError } from '#server/platform-error.ts';
import { newId } from '#server/payments/ids.ts';
import { customerOf, lockCustomer, saveDetails } from '#server/store/customers.ts';
import { confirmAddress } from '#server/store/notices/confirmations.ts';
import { putMetadata } from '#server/store/provisioning/operator-metadata.ts';
import { addWork } from '#server/store/outbox.ts';
import {
  changeProvisioned,
  insertOrganization,
  insertSubscription,
  provisionedOrganization,
  touchOrganization,
  type ProvisionedOrganization,
} from '#server/store/provisioning/organizations.ts';
import type { AdminHandler, AdminParts } from './admin-handler.ts';
import { capOfPlan, contractOf, requirePrinted, ruleFailure } from './organization-terms.ts';
import { lockOpenOrganization, organizationAnswer, requireOrganization } from './organizations.ts';
import { changeTerms, setFirstTerms } from './by-effect/terms-act.ts';

type OrganizationInput = AdminShape<'OrganizationInput'>;

export const putOrganization: AdminHandler<'putOrganization'> = async ({ params: { slug }, body }, parts) => {
  const { db, nowSeconds } = parts;
  const created = await db.transaction(async (tx) => {
    if (await provisionedOrganization(tx, slug)) return null;
    return makeOrganization(slug, body, { ...parts, db: tx });
  });
  const { waiting } = created ?? { waiting: await db.transaction((tx) => changeOrganization(slug, body, { ...parts, db: tx })) };
  if (waiting) return { data: waiting, status: 202 };
  return { data: organizationAnswer(await requireOrganization(db, slug), nowSeconds), isNew: created !== null };
};

/** Returns the start of the first cycle. The first cycle must include the present, because earlier cycles were billed elsewhere. */
function startOf(requestedStart: number | undefined, nowSeconds: number): number {
  if (requestedStart === undefined) return nowSeconds;
  if (requestedStart > nowSeconds) throw ruleFailure('body.started_at', "The first cycle can't begin in the future");
  if (cycleAt(requestedStart, requestedStart).endSeconds <= nowSeconds)
    throw ruleFailure('body.started_at', 'The first cycle must not be over yet');
  return requestedStart;
}

const waitsWithoutPrice = (plan: PlanId): string =>
  `These terms need the approval of another person, and without them the ${planNames[plan]} Plan has no price: create the organization with a higher price and no discounts, then set these terms`;

const printedTexts = ({ name, po_number, buyer_reference, reason }: OrganizationInput) =>
  Object.entries({ name, po_number, buyer_reference, reason }).map(([field, text]) => [`body.${field}`, text] as const);

interface MadeOrganization {
  /** Approval request for contract or discounts; null if no approval is needed. Contract and discounts apply only after the approval. */
  readonly waiting: AdminShape<'PendingApproval'> | null;
}

/** @returns null if a concurrent request has created an organization with the slug */
async function makeOrganization(slug: string, body: OrganizationInput, parts: AdminParts): Promise<MadeOrganization | null> {
  const { db: tx, nowSeconds } = parts;
  const { name, plan = 'free', payment_method_type: paymentMethodType = 'card' } = body;
  requirePrinted(printedTexts(body));
  const capOn = capOfPlan(plan, body.spend_cap);
  const startSeconds = startOf(body.started_at, nowSeconds);
  const values = {
    slug,
    name,
    billingEmail: body.billing_email ?? null,
    billingPartner: body.billing_partner ?? null,
    disabledFeatures: [...(body.disabled_features ?? [])],
    externalId: body.external_id ?? null,
  };
  const organizationId = await insertOrganization(tx, values, instantOf(nowSeconds));
  if (organizationId === null) return null;
  await putMetadata(tx, { organizationId, kind: 'organization', subject: slug }, body.metadata);
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
  });
  const ahead = { fromSeconds: startSeconds, field: 'contract.plan_price_cents' };
  await requirePricesAhead(tx, organizationId, ahead, { contract: body.contract ? contractOf(body.contract) : null });
  const terms = await termsOfPeriodFrom(tx, await billedSubscription(tx, organizationId), null, startSeconds);
  // The fee of the first cycle is not collected, so its unused time is not refundable. The fee is billed from the first renewal on.
  await startPeriod(tx, { organizationId, ...cycle, feeChargedCents: 0, terms });
  await saveReferences(tx, organizationId, body, nowSeconds);
  const waiting = await setFirstTerms(await requireOrganization(tx, slug), body, parts);
  if (waiting)
    await requirePricesAhead(tx, organizationId, ahead).catch((error: unknown) => {
      throw error instanceof DomainError ? ruleFailure('body.contract', waitsWithoutPrice(plan)) : error;
    });
  return { waiting };
}

/** Refuses a change of plan or spend cap, which only members can make. Also refuses a later start of the first cycle. */
function refuseOtherPlan(row: ProvisionedOrganization, { plan, spend_cap: cap, started_at: startedAt }: OrganizationInput): void {
  const refuse = (path: string, message: string): PlatformError => new PlatformError('conflict', message, { fields: [{ path, message }] });
  if (plan !== undefined && plan !== row.plan)
    throw refuse('body.plan', `The organization is on ${row.plan}; only its members can change the plan`);
  if (cap !== undefined && cap !== !row.usageBillingEnabled)
    throw refuse('body.spend_cap', `The spend cap is ${row.usageBillingEnabled ? 'off' : 'on'}; only its members can change it`);
  if (startedAt !== undefined && startedAt > secondsOf(row.currentPeriodStart))
    throw refuse('body.started_at', "This organization exists already; the time when it began can't be changed");
}

async function changeMetadata(tx: Database, { id, slug }: ProvisionedOrganization, { metadata }: OrganizationInput): Promise<void> {
  if (metadata === undefined) return;
  await putMetadata(tx, { organizationId: id, kind: 'organization', subject: slug }, metadata);
  await touchOrganization(tx, id);
}

/** @returns the approval request if contract or discounts need approval; all other changes are applied */
async function changeOrganization(slug: string, body: OrganizationInput, parts: AdminParts): Promise<AdminShape<'PendingApproval'> | null> {
  const { db: tx, nowSeconds } = parts;
  const row = await lockOpenOrganization(tx, slug);
  refuseOtherPlan(row, body);
  requirePrinted(printedTexts(body), [row.name]);
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
    body.payment_method_type === undefined ? {} : { paymentMethodType: body.payment_method_type },
  );
  if (body.payment_method_type === 'invoice' || body.billing_partner) await stopTries(tx, row.id);
  // An address set by the operator counts as confirmed.
  if (body.billing_email) await confirmAddress(tx, { organizationId: row.id, address: body.billing_email }, nowSeconds);
  if (body.billing_email !== undefined)
    await queueDetailsChanged(tx, {
      organizationId: row.id,
      changes: [{ what: 'billing_email', before: row.billingEmail || null, after: body.billing_email || null }],
      atSeconds: nowSeconds,
      key: newId('mail'),
      formerAddresses: row.billingEmail ? [row.billingEmail] : [],
    });
  await saveReferences(tx, row.id, body, nowSeconds);
  await changeMetadata(tx, row, body);
  // Updates the gateway customer, because it contains the name and the email recipients.
  if (body.name !== row.name || (body.billing_email !== undefined && body.billing_email !== row.billingEmail))
    await addWork(tx, { organizationId: row.id, kind: 'sync_customer', subject: String(row.id) });
  return changeTerms(row, body, parts);
}

type References = Pick<AdminShape<'OrganizationInput'>, 'po_number' | 'buyer_reference' | 'po_required'>;

/** Absent fields stay unchanged. The caller must hold the organization lock. */
async function saveReferences(tx: Database, organizationId: number, references: References, nowSeconds: number): Promise<void> {
  const { po_number, buyer_reference, po_required } = references;
  if (po_number === undefined && buyer_reference === undefined && po_required === undefined) return;
  await customerOf(tx, organizationId, () => newId('cust'));
  await saveDetails(tx, await lockCustomer(tx, organizationId), { references: { po_number, buyer_reference, po_required } });
  await releaseHeldDrafts(tx, organizationId, instantOf(nowSeconds));
}
