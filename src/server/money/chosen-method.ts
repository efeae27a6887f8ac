import { PlatformError } from '#server/http/platform-error.ts';
import type { Database } from '#server/store/database.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { defaultMethod, findMethod, noteMethods } from '#server/store/payment-methods.ts';
import type { Money } from './context.ts';
import { gatewayCustomer, ownCustomer } from './customer.ts';
import { ask, isServerFailure, unavailable } from './gateway-calls.ts';
import { seenMethod } from './methods.ts';
import { declined } from './pay.ts';

/** The card of a payment: one of the organization, or a new one that belongs to nobody yet. */
export interface ChosenMethod {
  readonly id: string;
  readonly isNew: boolean;
}

/** In words for the member, who has chosen a card and no field. */
const refused = (field: string, message: string): PlatformError =>
  new PlatformError('rule_violated', message, { fields: [{ path: field, message }] });

export const unknownMethod = (field: string): PlatformError =>
  refused(field, 'This organization does not have this card. It may have been deleted: choose another one.');

/**
 * Finds out, before any lock is taken, whose a card is.
 * @throws {PlatformError} 422 for a card of somebody else, a deleted one or one that doesn't exist
 */
export async function chooseMethod(money: Money, organizationId: number, id: string, field: string): Promise<ChosenMethod> {
  const known = await findMethod(money.db, organizationId, id);
  if (known) {
    if (known.state !== 'attached') throw unknownMethod(field);
    return { id, isNew: false };
  }
  const read = await ask(() => money.gateway.retrievePaymentMethod(id));
  if (!read.ok)
    throw read.error.kind === 'not_found' || read.error.kind === 'invalid_request' ? unknownMethod(field) : unavailable(read.error);
  const { id: gatewayId, customerId } = read.value;
  // The gateway makes a card of its own of a ready-made name for tests, such as `pm_card_visa`.
  if (customerId === null) return { id: gatewayId, isNew: true };
  const owner = await ownCustomer(money, organizationId);
  if (customerId !== owner.gatewayId) throw unknownMethod(field);
  await money.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    await noteMethods(tx, organizationId, [seenMethod(read.value)]);
  });
  return { id, isNew: false };
}

/** The method to charge, by what is known under the lock: a card may have been deleted since it was chosen. */
export async function methodToCharge(
  tx: Database,
  organizationId: number,
  chosen: ChosenMethod | null,
  field: string,
): Promise<ChosenMethod> {
  if (chosen?.isNew) return chosen;
  if (chosen) {
    const known = await findMethod(tx, organizationId, chosen.id);
    if (known?.state !== 'attached') throw unknownMethod(field);
    return chosen;
  }
  const usual = await defaultMethod(tx, organizationId);
  if (!usual) throw refused(field, 'This organization has no card. Add one first.');
  return { id: usual.id, isNew: false };
}

/** Keeps a new card although nothing is charged to it now. @throws {PlatformError} 402 when its bank refuses */
export async function keepMethod(money: Money, organizationId: number, id: string): Promise<void> {
  const customerId = await gatewayCustomer(money, organizationId);
  const told = await ask(() => money.gateway.attachPaymentMethod(id, customerId));
  // A gateway may fail although the card is attached.
  const read = !told.ok && isServerFailure(told.error) ? await ask(() => money.gateway.retrievePaymentMethod(id)) : told;
  const attached = read.ok && read.value.customerId === customerId ? read : told;
  if (!attached.ok)
    throw attached.error.kind === 'declined' ? declined(attached.error.code, attached.error.declineCode) : unavailable(attached.error);
  await money.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    await noteMethods(tx, organizationId, [seenMethod(attached.value)]);
  });
}
