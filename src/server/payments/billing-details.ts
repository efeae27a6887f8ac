import type { Address, TaxId } from '#contract/types.ts';
import { checkAddress, checkPrintedTexts, checkTaxId } from '#server/domain/billing-details.ts';
import { invalidRequest, PlatformError } from '#server/platform-error.ts';
import {
  detailsOf,
  lockCustomer,
  recordTaxIdPending,
  saveDetails,
  type BillingDetails,
  type CustomerRow,
  type DetailsChange,
  type StoredTaxId,
} from '#server/store/customers.ts';
import { releaseHeldDrafts } from '#server/billing/invoices/finalize-invoice.ts';
import { queueDetailsChanged } from '#server/billing/notices/change-notices.ts';
import { secondsOf } from '#server/database/database.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { addWork, waitingSubjects } from '#server/store/outbox.ts';
import { laterBy, nowOf, realNow, type PaymentContext } from './context.ts';
import { gatewayCustomer, ownCustomer } from './customer.ts';
import { askGateway, gatewayUnavailable } from './gateway-calls.ts';
import { newId } from './ids.ts';

/** Absent fields stay unchanged. A null tax ID removes the stored tax ID. */
export interface GivenDetails {
  readonly billing_name?: string | undefined;
  readonly address?: Address | undefined;
  readonly tax_id?: TaxId | null | undefined;
  readonly references?: DetailsChange['references'] | undefined;
  readonly version?: number | undefined;
}

const taxIdText = (taxId: TaxId | null): string | null => taxId && `${taxId.value} (${taxId.country})`;

const bodyPath = 'body.tax_id';

/** Milliseconds until the gateway's tax IDs are reconciled with the stored tax ID. Longer than a save can take. */
const repairAfterMs = 120_000;

/**
 * Creates a new tax ID at the gateway before the save and deletes the old one after it. A job repairs an interrupted save.
 * @throws {PlatformError} 400 for a field, 409 for a stale version, 422 if the gateway refuses the tax ID
 */
export async function saveBillingDetails(
  payments: PaymentContext,
  organizationId: number,
  input: GivenDetails,
  taxIdPath = bodyPath,
): Promise<void> {
  const { billing_name: name, address, tax_id: givenTaxId, references } = input;
  if (name === undefined && address === undefined && givenTaxId === undefined && references === undefined) return;
  const { customer, taxId } = await checkBillingDetails(payments, organizationId, input, taxIdPath);
  const stored = detailsOf(customer).taxId;
  const isNew = taxId && !(stored && stored.type === taxId.type && stored.value === taxId.value && stored.country === taxId.country);
  const newTaxId = isNew ? await createTaxId(payments, organizationId, taxId, taxIdPath) : null;
  const change: DetailsChange = {
    ...(input.billing_name === undefined ? {} : { billingName: input.billing_name }),
    ...(input.address === undefined ? {} : { address: input.address }),
    ...(references === undefined ? {} : { references }),
    ...(newTaxId ? { taxId: newTaxId } : taxId === null ? { taxId: null } : {}),
  };
  await payments.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const current = await lockCustomer(tx, organizationId);
    refuseStale(current, input);
    await saveDetails(tx, current, change);
    if (references !== undefined) await releaseHeldDrafts(tx, organizationId, nowOf(payments));
    if (change.taxId !== undefined)
      await queueDetailsChanged(tx, {
        organizationId,
        changes: [{ what: 'tax_id', before: taxIdText(detailsOf(current).taxId), after: taxIdText(change.taxId) }],
        atSeconds: secondsOf(nowOf(payments)),
        key: newId('tax'),
      });
    if (change.taxId !== undefined && current.taxIdGatewayId !== null)
      await addWork(tx, { organizationId, kind: 'delete_tax_id', subject: current.taxIdGatewayId });
    await addWork(tx, { organizationId, kind: 'sync_customer', subject: String(organizationId) });
  });
  payments.wake();
}

/**
 * Neither calls the gateway nor saves anything.
 * @returns the current customer, and the tax ID to save (undefined if the tax ID does not change)
 */
export async function checkBillingDetails(
  payments: PaymentContext,
  organizationId: number,
  input: GivenDetails,
  taxIdPath = bodyPath,
): Promise<{ customer: CustomerRow; taxId: TaxId | null | undefined }> {
  const customer = await ownCustomer(payments, organizationId);
  const taxId = checked(input, customer, taxIdPath);
  refuseStale(customer, input);
  return { customer, taxId };
}

/**
 * Undefined if the tax ID is unchanged.
 * @throws {PlatformError} naming the invalid field
 */
function checked(input: GivenDetails, customer: CustomerRow, taxIdPath: string): TaxId | null | undefined {
  const { address, tax_id: taxId } = input;
  const wrongAddress = address && checkAddress(address, 'body.address');
  if (wrongAddress) throw invalidRequest([wrongAddress]);
  const [unprintable, ...others] = checkPrintedTexts(input, detailsOf(customer), taxIdPath);
  if (unprintable) throw invalidRequest([unprintable, ...others]);
  if (!taxId) return taxId;
  const result = checkTaxId(taxId, detailsOf(customer).taxId, address, taxIdPath);
  if ('problem' in result) throw invalidRequest([result.problem]);
  return result.taxId;
}

const versionView = (version: number, { billingName, address, taxId }: BillingDetails) => ({
  version,
  billing_name: billingName,
  address,
  tax_id: taxId,
});

function refuseStale(customer: CustomerRow, { version, billing_name, address, tax_id }: GivenDetails): void {
  if (version === undefined || version === customer.version) return;
  const stored = detailsOf(customer);
  const yours = {
    billingName: billing_name ?? stored.billingName,
    address: address ?? stored.address,
    taxId: tax_id === undefined ? stored.taxId : tax_id,
  };
  throw new PlatformError('version_stale', 'Someone else changed the billing details since you opened them', {
    body: { versions: { stored: versionView(customer.version, stored), yours: versionView(version, yours) } },
  });
}

async function createTaxId(payments: PaymentContext, organizationId: number, taxId: TaxId, path: string): Promise<StoredTaxId> {
  const customerId = await gatewayCustomer(payments, organizationId);
  // If the save is interrupted, the work `sweep_tax_ids` deletes every tax ID at the gateway except the stored tax ID.
  const pendingUntil = laterBy(realNow(), repairAfterMs);
  await recordTaxIdPending(payments.db, organizationId, pendingUntil);
  await addWork(payments.db, { organizationId, kind: 'sweep_tax_ids', subject: String(organizationId), runAfter: pendingUntil });
  const create = () =>
    askGateway(() => payments.gateway.createTaxId(customerId, { type: taxId.type, value: taxId.value }, `tax-id:${newId('t')}`));
  let created = await create();
  // The gateway limits the tax IDs per customer, and replaced tax IDs are deleted only in the background.
  const isRefused = !created.ok && created.error.kind === 'invalid_request';
  if (isRefused && (await removeReplaced(payments, organizationId, customerId))) created = await create();
  if (created.ok) return { ...taxId, gatewayId: created.value.id, verification: created.value.verification };
  if (created.error.kind !== 'invalid_request') throw gatewayUnavailable(created.error);
  throw new PlatformError('rule_violated', created.error.message, { fields: [{ path: `${path}.value`, message: created.error.message }] });
}

/**
 * Deletes replaced tax IDs that no background task has deleted yet.
 * @returns true if there were replaced tax IDs, and the gateway no longer has any of them
 */
async function removeReplaced(payments: PaymentContext, organizationId: number, customerId: string): Promise<boolean> {
  const replaced = await waitingSubjects(payments.db, organizationId, 'delete_tax_id');
  if (replaced.size === 0) return false;
  const listed = await askGateway(() => payments.gateway.listTaxIds(customerId));
  if (!listed.ok) return false;
  const left = listed.value.filter(({ id }) => replaced.has(id));
  for (const { id } of left) if (!(await askGateway(() => payments.gateway.deleteTaxId(customerId, id))).ok) return false;
  return true;
}
