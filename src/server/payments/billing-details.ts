import type { Address, TaxId } from '#contract/types.ts';
import { checkAddress, checkTaxId } from '#server/domain/billing-details.ts';
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
import { queueDetailsChanged } from '#server/billing/notices/change-notices.ts';
import { secondsOf } from '#server/database/database.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { addWork, waitingSubjects } from '#server/store/outbox.ts';
import { laterBy, nowOf, realNow, type PaymentContext } from './context.ts';
import { gatewayCustomer, ownCustomer } from './customer.ts';
import { askGateway, gatewayUnavailable } from './gateway-calls.ts';
import { newId } from './ids.ts';

/** As a request gives them; absent fields stay as they are, a tax ID of null is removed. */
export interface GivenDetails {
  readonly billing_name?: string | undefined;
  readonly address?: Address | undefined;
  readonly tax_id?: TaxId | null | undefined;
  /** The version that the change was made on. */
  readonly version?: number | undefined;
}

const taxIdText = (taxId: TaxId | null): string | null => taxId && `${taxId.value} (${taxId.country})`;

const bodyPath = 'body.tax_id';

/** Longer than a save can take: afterwards the gateway's tax IDs are compared with the stored one. */
const repairAfterMs = 120_000;

/**
 * Saves name, address and tax ID together or not at all. The gateway decides on the tax ID: the new one is made there first, and
 * the old one is removed after the save; an interrupted save is repaired later.
 * @throws {PlatformError} 400 for a field, 409 for a stale version, 422 when the gateway refuses the tax ID
 */
export async function saveBillingDetails(
  payments: PaymentContext,
  organizationId: number,
  input: GivenDetails,
  taxIdPath = bodyPath,
): Promise<void> {
  if (input.billing_name === undefined && input.address === undefined && input.tax_id === undefined) return;
  const { customer, taxId } = await checkBillingDetails(payments, organizationId, input, taxIdPath);
  const stored = detailsOf(customer).taxId;
  const isNew = taxId && !(stored && stored.type === taxId.type && stored.value === taxId.value && stored.country === taxId.country);
  const made = isNew ? await createTaxId(payments, organizationId, taxId, taxIdPath) : null;
  const change: DetailsChange = {
    ...(input.billing_name === undefined ? {} : { billingName: input.billing_name }),
    ...(input.address === undefined ? {} : { address: input.address }),
    ...(made ? { taxId: made } : taxId === null ? { taxId: null } : {}),
  };
  await payments.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const current = await lockCustomer(tx, organizationId);
    refuseStale(current, input);
    await saveDetails(tx, current, change);
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
 * Checks everything that can be checked without the gateway, and saves nothing.
 * @returns the customer as it stands, and the tax ID as it would be saved: undefined where it stays
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

/** undefined: the tax ID stays. @throws {PlatformError} naming the field */
function checked({ address, tax_id: taxId }: GivenDetails, customer: CustomerRow, taxIdPath: string): TaxId | null | undefined {
  const wrongAddress = address && checkAddress(address, 'body.address');
  if (wrongAddress) throw invalidRequest([wrongAddress]);
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
  // If this save is interrupted, the gateway's tax IDs are compared with the stored one and the surplus is deleted.
  const pendingUntil = laterBy(realNow(), repairAfterMs);
  await recordTaxIdPending(payments.db, organizationId, pendingUntil);
  await addWork(payments.db, { organizationId, kind: 'sweep_tax_ids', subject: String(organizationId), runAfter: pendingUntil });
  const create = () =>
    askGateway(() => payments.gateway.createTaxId(customerId, { type: taxId.type, value: taxId.value }, `tax-id:${newId('t')}`));
  let made = await create();
  // A gateway limits the tax IDs of a customer, and replaced ones are deleted in the background.
  const isRefused = !made.ok && made.error.kind === 'invalid_request';
  if (isRefused && (await removeReplaced(payments, organizationId, customerId))) made = await create();
  if (made.ok) return { ...taxId, gatewayId: made.value.id, verification: made.value.verification };
  if (made.error.kind !== 'invalid_request') throw gatewayUnavailable(made.error);
  throw new PlatformError('rule_violated', made.error.message, { fields: [{ path: `${path}.value`, message: made.error.message }] });
}

/**
 * Removes what was replaced and is still at the gateway.
 * @returns whether there was any, and is none now: a background run may have removed it first
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
