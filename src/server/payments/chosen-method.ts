import { PlatformError } from '#server/platform-error.ts';
import type { Database } from '#server/database/database.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { defaultMethod, findMethod } from '#server/store/payment-methods.ts';
import { countCardTry, declineAnswer } from './card-testing.ts';
import { nowOf, type PaymentContext, type Requester } from './context.ts';
import { gatewayCustomer, ownCustomer } from './customer.ts';
import type { GatewayError } from '#server/gateway/gateway-result.ts';
import { askGateway, isServerFailure, gatewayUnavailable } from './gateway-calls.ts';
import { countLookup } from './guards.ts';
import { newId } from './ids.ts';
import { seenMethod } from './outcome.ts';
import { recordCards } from '#server/billing/invoices/record-cards.ts';

export interface ChosenMethod {
  readonly id: string;
  readonly isNew: boolean;
  /** Absent if the card can be attached without a challenge of the bank. */
  readonly setup?: WaitingSetup;
}

export interface WaitingSetup {
  readonly id: string;
  readonly secret: string | null;
}

/** The message is a full sentence, because members choose a card in a dialog and see no field name. */
const refused = (field: string, message: string): PlatformError =>
  new PlatformError('rule_violated', message, { fields: [{ path: field, message }] });

export const unknownMethod = (field: string): PlatformError =>
  refused(field, 'This organization does not have this card. It may have been deleted: choose another one.');

interface Choice {
  readonly mayBeNew?: boolean;
}

/**
 * Call before locking.
 * @throws {PlatformError} 422 for a deleted, unknown or foreign card, 429 for too many lookups
 */
export async function chooseMethod(
  payments: PaymentContext,
  by: Requester,
  id: string,
  field: string,
  { mayBeNew = true }: Choice = {},
): Promise<ChosenMethod> {
  const { organizationId } = by;
  const known = await findMethod(payments.db, organizationId, id);
  if (known) {
    if (known.state !== 'attached') throw unknownMethod(field);
    return { id, isNew: false };
  }
  const lookup = await countLookup(payments, by);
  const read = await askGateway(() => payments.gateway.retrievePaymentMethod(id));
  if (!read.ok && read.error.kind !== 'not_found' && read.error.kind !== 'invalid_request') {
    await lookup.succeeded();
    throw gatewayUnavailable(read.error);
  }
  const { gatewayId: ownId } = await ownCustomer(payments, organizationId);
  const found = read.ok ? read.value : null;
  const isNew = found?.customerId === null;
  if (found === null || (isNew ? !mayBeNew : found.customerId !== ownId)) {
    await lookup.failed();
    throw unknownMethod(field);
  }
  await lookup.succeeded();
  if (found.type !== 'card') throw refused(field, 'Only cards can be used here.');
  // Returns the gateway's ID. A test name such as `pm_card_visa` creates a card with another ID.
  if (isNew) return { id: found.id, isNew };
  await payments.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    await recordCards(tx, organizationId, [seenMethod(found)], nowOf(payments));
  });
  return { id, isNew: false };
}

/** The chosen card may have been deleted, so it is checked again under the lock. Without a choice, returns the default card. */
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

/**
 * @returns the setup if the bank requires a challenge first
 * @throws {PlatformError} 402 if the bank refuses the card
 */
export async function keepMethod(payments: PaymentContext, by: Requester, id: string): Promise<WaitingSetup | null> {
  const { organizationId } = by;
  const customerId = await gatewayCustomer(payments, organizationId);
  const setup = await askGateway(() => payments.gateway.setUpMethod(customerId, id, `keep:${newId('s')}`));
  if (setup.ok && setup.value.status === 'requires_action') return { id: setup.value.id, secret: setup.value.clientSecret };
  if (!setup.ok && setup.error.kind === 'declined') throw await refusedToKeep(payments, by, setup.error);
  const read = setup.ok || isServerFailure(setup.error) ? await askGateway(() => payments.gateway.retrievePaymentMethod(id)) : setup;
  if (!read.ok) throw gatewayUnavailable(read.error);
  if (read.value.customerId !== customerId) {
    if (!setup.ok) throw gatewayUnavailable(setup.error);
    throw new Error(`Setup ${setup.value.id} is ${setup.value.status} and has kept no card`);
  }
  const { value } = read;
  await payments.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    await recordCards(tx, organizationId, [seenMethod(value)], nowOf(payments));
  });
  payments.wake();
  return null;
}

async function refusedToKeep(
  { db }: PaymentContext,
  by: Requester,
  { code, declineCode }: GatewayError & { kind: 'declined' },
): Promise<PlatformError> {
  await countCardTry(db, 'decline', by);
  return declineAnswer(db, by, code, declineCode);
}
