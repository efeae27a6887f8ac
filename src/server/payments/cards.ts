import { cardName } from '#lib/card-name.ts';
import { queueDetailsChanged } from '#server/billing/notices/change-notices.ts';
import { secondsOf } from '#server/database/database.ts';
import type { GatewaySetup } from '#server/gateway/gateway-objects.ts';
import { PlatformError } from '#server/platform-error.ts';
import { findOrganization } from '#server/store/organizations.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { addWork } from '#server/store/outbox.ts';
import {
  closeSetups,
  defaultMethod,
  findMethod,
  insertSetup,
  listMethods,
  lockSetup,
  moveMethod,
  recordSetupDecline,
  saveChargeOrder,
  openSetups,
  type MethodRow,
} from '#server/store/payment-methods.ts';
import { isMethodInUse } from '#server/store/payments.ts';
import { countAgainst, mayLook, passCaptcha } from './guards.ts';
import { chooseMethod, unknownMethod } from './chosen-method.ts';
import { countCardTry, needsCaptcha, refuseCardTesting } from './card-testing.ts';
import { nowOf, type PaymentContext, type Requester } from './context.ts';
import { isBankDecline } from './declines.ts';
import { gatewayCustomer, ownCustomer } from './customer.ts';
import { askGateway, refuseWhilePaused, gatewayUnavailable } from './gateway-calls.ts';
import { newId } from './ids.ts';
import { declineOfSetup, seenMethod } from './outcome.ts';
import { chooseDefault, recordCards } from '#server/billing/invoices/record-cards.ts';

export async function cardsOf(payments: PaymentContext, by: Requester): Promise<MethodRow[]> {
  const { organizationId } = by;
  if ((await openSetups(payments.db, organizationId)).length > 0 && (await mayLook(payments, by))) {
    await recordNewestCards(payments, organizationId).catch((error: unknown) =>
      payments.log.warn({ err: error, organization: organizationId }, 'the cards could not be read again'),
    );
  }
  return listMethods(payments.db, organizationId);
}

async function recordNewestCards(payments: PaymentContext, organizationId: number): Promise<void> {
  const { gatewayId } = await ownCustomer(payments, organizationId);
  if (gatewayId === null) return;
  const newest = await payments.gateway.listNewestPaymentMethods(gatewayId);
  if (!newest.ok) throw gatewayUnavailable(newest.error);
  await payments.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    await recordCards(tx, organizationId, newest.value.toReversed().map(seenMethod), nowOf(payments));
  });
}

export async function refreshCards(payments: PaymentContext, organizationId: number): Promise<void> {
  const { gatewayId } = await ownCustomer(payments, organizationId);
  if (gatewayId === null) return;
  const before = await listMethods(payments.db, organizationId);
  // Closed setups are read before the list of cards, so that the list contains their cards. The next refresh handles later setups.
  const setups = await closedSetups(payments, organizationId);
  const listed = await askGateway(() => payments.gateway.listPaymentMethods(gatewayId));
  if (!listed.ok) throw gatewayUnavailable(listed.error);
  const missing = before.filter(({ id }) => !listed.value.some((method) => method.id === id));
  const gone: string[] = [];
  // The listing can omit a card that was attached during the listing, so each missing card is read.
  for (const { id } of missing) {
    const read = await askGateway(() => payments.gateway.retrievePaymentMethod(id));
    if (read.ok ? read.value.customerId === null : read.error.kind === 'not_found') gone.push(id);
  }
  await payments.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    for (const id of gone) await moveMethod(tx, organizationId, id, 'detached');
    await recordCards(tx, organizationId, listed.value.toReversed().map(seenMethod), nowOf(payments));
    await closeSetups(tx, organizationId, setups.succeeded, 'succeeded');
    await closeSetups(tx, organizationId, setups.canceled, 'canceled');
  });
  payments.wake();
}

async function closedSetups(payments: PaymentContext, organizationId: number): Promise<Record<'succeeded' | 'canceled', string[]>> {
  const closed = { succeeded: [] as string[], canceled: [] as string[] };
  for (const id of await openSetups(payments.db, organizationId)) {
    const read = await askGateway(() => payments.gateway.retrieveSetup(id));
    if (!read.ok) continue;
    if (read.value.status === 'succeeded' || read.value.status === 'canceled') closed[read.value.status].push(id);
    else await countSetupDecline(payments, organizationId, read.value);
  }
  return closed;
}

/** If the next card needs a captcha, cancels the setup, so that the browser cannot try more cards without the platform. */
async function countSetupDecline({ db }: PaymentContext, organizationId: number, { id, lastFailure }: GatewaySetup): Promise<void> {
  const declineId = declineOfSetup(lastFailure);
  if (declineId === null || !isBankDecline(lastFailure?.code ?? null, lastFailure?.declineCode ?? null)) return;
  await db.transaction(async (tx) => {
    const setup = await lockSetup(tx, organizationId, id);
    if (setup === null || setup.state !== 'open' || setup.countedDecline === declineId) return;
    await recordSetupDecline(tx, organizationId, id, declineId);
    const payer = { organizationId, memberId: setup.memberId };
    await countCardTry(tx, 'decline', payer);
    if (await needsCaptcha(tx, payer)) await addWork(tx, { organizationId, kind: 'cancel_setup', subject: id });
  });
}

export async function startSetup(payments: PaymentContext, by: Requester, captchaToken: string): Promise<string> {
  const { organizationId, memberId } = by;
  refuseWhilePaused(payments);
  await countAgainst(payments, 'setup_intent', by);
  await refuseCardTesting(payments.db, by, true);
  await passCaptcha(payments, { organizationId, key: null }, captchaToken, 'body.hcaptchaToken');
  const customerId = await gatewayCustomer(payments, organizationId);
  const setup = await askGateway(() => payments.gateway.createSetup(customerId, {}, `setup:${newId('s')}`));
  if (!setup.ok) throw gatewayUnavailable(setup.error);
  await insertSetup(payments.db, { id: setup.value.id, organizationId, memberId, createdAt: nowOf(payments) });
  if (setup.value.clientSecret === null) throw new Error(`Setup ${setup.value.id} came without a secret`);
  return setup.value.clientSecret;
}

/** @throws {PlatformError} 422 if the organization does not have the card */
export async function makeDefault(payments: PaymentContext, by: Requester, id: string): Promise<void> {
  const { organizationId } = by;
  const field = 'body.payment_method_id';
  await chooseMethod(payments, by, id, field, { mayBeNew: false });
  await payments.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const known = await findMethod(tx, organizationId, id);
    if (known?.state !== 'attached') throw unknownMethod(field);
    const before = await defaultMethod(tx, organizationId);
    await chooseDefault(tx, organizationId, id, nowOf(payments));
    await queueDetailsChanged(tx, {
      organizationId,
      changes: [{ what: 'default_card', before: before && cardText(before), after: cardText(known) }],
      atSeconds: secondsOf(nowOf(payments)),
      key: newId('card'),
    });
  });
  payments.wake();
}

const cardText = ({ brand, last4 }: MethodRow): string => cardName({ brand: brand ?? '', last4: last4 ?? '' });

/** @throws {PlatformError} 422 for an unknown card, 409 if a card is missing or listed twice */
export async function sortCards({ db }: PaymentContext, { organizationId }: Requester, ids: readonly string[]): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const known = await listMethods(tx, organizationId);
    if (ids.some((id) => known.every((method) => method.id !== id))) throw unknownMethod('body.payment_method_ids');
    if (new Set(ids).size !== known.length || ids.length !== known.length)
      throw new PlatformError('conflict', 'The cards have changed. Check their order and try again.');
    await saveChargeOrder(tx, organizationId, ids);
  });
}

/** Safe to repeat. A default card can be deleted only if it is the only card and the plan is Free. */
export async function deleteCard(payments: PaymentContext, by: Requester, id: string): Promise<void> {
  const { organizationId } = by;
  const field = 'body.card_id';
  const isKnown = (await findMethod(payments.db, organizationId, id)) !== null;
  if (!isKnown) await chooseMethod(payments, by, id, field, { mayBeNew: false });
  await payments.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const card = await findMethod(tx, organizationId, id);
    if (!card) throw unknownMethod(field);
    if (card.state !== 'attached') return;
    if (card.isDefault) {
      const { plan } = await findOrganization(tx, organizationId);
      const all = await listMethods(tx, organizationId);
      if (plan !== 'free' || all.length !== 1) throw new PlatformError('rule_violated', 'Unable to delete a card that is currently active');
    }
    if (await isMethodInUse(tx, organizationId, id))
      throw new PlatformError('conflict', 'A payment with this card is under way. Try again when it is done.');
    await moveMethod(tx, organizationId, id, 'detaching');
    await addWork(tx, { organizationId, kind: 'detach_method', subject: id });
  });
  payments.wake();
}
