import { PlatformError } from '#server/http/platform-error.ts';
import { findOrganization } from '#server/store/organizations.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { addWork } from '#server/store/outbox.ts';
import {
  closeSetups,
  findMethod,
  insertSetup,
  listMethods,
  moveMethod,
  noteMethods,
  openSetups,
  setDefault,
  type MethodRow,
} from '#server/store/payment-methods.ts';
import { isMethodInUse } from '#server/store/payments.ts';
import { passCaptcha } from './captcha.ts';
import { chooseMethod, unknownMethod } from './chosen-method.ts';
import { nowOf, type Money } from './context.ts';
import { gatewayCustomer, ownCustomer } from './customer.ts';
import { ask, unavailable } from './gateway-calls.ts';
import { newId } from './ids.ts';
import { seenMethod } from './methods.ts';
import { countAgainst } from './rate-limit.ts';

/** The cards of an organization. While one is being added, the gateway is asked first, if it answers soon. */
export async function cardsOf(money: Money, organizationId: number): Promise<MethodRow[]> {
  if ((await openSetups(money.db, organizationId)).length > 0) {
    await refreshCards(money, organizationId).catch((error: unknown) =>
      money.log.warn({ err: error, organization: organizationId }, 'the cards could not be read again'),
    );
  }
  return listMethods(money.db, organizationId);
}

/** Makes the noted cards those of the gateway. */
export async function refreshCards(money: Money, organizationId: number): Promise<void> {
  const { gatewayId } = await ownCustomer(money, organizationId);
  if (gatewayId === null) return;
  const before = await listMethods(money.db, organizationId);
  // Read before the list, which then holds their cards: one that ends meanwhile stays open, so that its card is looked for.
  const setups = await closedSetups(money, organizationId);
  const listed = await ask(() => money.gateway.listPaymentMethods(gatewayId));
  if (!listed.ok) throw unavailable(listed.error);
  const missing = before.filter(({ id }) => !listed.value.some((method) => method.id === id));
  const gone: string[] = [];
  // A card that was added while the list was read is missing in it, and not gone.
  for (const { id } of missing) {
    const read = await ask(() => money.gateway.retrievePaymentMethod(id));
    if (read.ok ? read.value.customerId === null : read.error.kind === 'not_found') gone.push(id);
  }
  await money.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    for (const id of gone) await moveMethod(tx, id, 'detached');
    await noteMethods(tx, organizationId, listed.value.toReversed().map(seenMethod));
    await closeSetups(tx, setups.succeeded, 'succeeded');
    await closeSetups(tx, setups.canceled, 'canceled');
  });
}

async function closedSetups(money: Money, organizationId: number): Promise<Record<'succeeded' | 'canceled', string[]>> {
  const closed = { succeeded: [] as string[], canceled: [] as string[] };
  for (const id of await openSetups(money.db, organizationId)) {
    const read = await ask(() => money.gateway.retrieveSetup(id));
    if (read.ok && (read.value.status === 'succeeded' || read.value.status === 'canceled')) closed[read.value.status].push(id);
  }
  return closed;
}

/** Starts adding a card. @returns the secret that lets the browser finish it */
export async function startSetup(money: Money, organizationId: number, captchaToken: string): Promise<string> {
  await countAgainst(money, 'setup_intent', organizationId);
  await passCaptcha(money, captchaToken, 'body.hcaptchaToken');
  const customerId = await gatewayCustomer(money, organizationId);
  const setup = await ask(() => money.gateway.createSetup(customerId, {}, `setup:${newId('s')}`));
  if (!setup.ok) throw unavailable(setup.error);
  await insertSetup(money.db, { id: setup.value.id, organizationId, createdAt: nowOf(money) });
  if (setup.value.clientSecret === null) throw new Error(`Setup ${setup.value.id} came without a secret`);
  return setup.value.clientSecret;
}

/** Makes a card the one that invoices are charged to. @throws {PlatformError} 422 for a card that is not here */
export async function makeDefault(money: Money, organizationId: number, id: string): Promise<void> {
  const field = 'body.payment_method_id';
  const chosen = await chooseMethod(money, organizationId, id, field);
  if (chosen.isNew) throw unknownMethod(field);
  await money.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const known = await findMethod(tx, organizationId, id);
    if (known?.state !== 'attached') throw unknownMethod(field);
    await setDefault(tx, organizationId, id);
  });
}

/**
 * Deletes a card for good. The default can go only on Free when it is the only one. A card that is gone already is no
 * failure: the request may be a retry.
 */
export async function deleteCard(money: Money, organizationId: number, id: string): Promise<void> {
  const field = 'body.card_id';
  const isKnown = (await findMethod(money.db, organizationId, id)) !== null;
  if (!isKnown && (await chooseMethod(money, organizationId, id, field)).isNew) throw unknownMethod(field);
  await money.db.transaction(async (tx) => {
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
    await moveMethod(tx, id, 'detaching');
    await addWork(tx, { organizationId, kind: 'detach_method', subject: id });
  });
  money.wake();
}
