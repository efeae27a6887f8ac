import type { GatewayEvent } from '#server/payments/gateway-objects.ts';
import { findCustomerByGatewayId, findCustomerByTaxId, noteVerification } from '#server/store/customers.ts';
import { finishEvent, putOffEvent, storeEvents, takeEvents, type EventRow, type NewEvent } from '#server/store/gateway-events.ts';
import { findPaymentBySession } from '#server/store/payments.ts';
import { organizationOfMethod, organizationOfSetup } from '#server/store/payment-methods.ts';
import { readSetting, writeSetting } from '#server/store/settings.ts';
import { refreshCards } from './cards.ts';
import { later, realNow, type Money } from './context.ts';
import { describe } from './gateway-calls.ts';
import { bookDispute, bookRefund } from './money-back.ts';
import { pauseAfter } from './outbox-work.ts';
import { settleSession } from './sessions.ts';
import { named, settleIntent, unlessGone, Unreadable } from './settle-intent.ts';

const holdMs = 60_000;
const batch = 100;
/** Events are listed again from so long before: clocks differ, and events don't always come in order. */
const overlapSeconds = 3600;
const secondMs = 1000;

/** Objects that the platform acts on, by the kind that events name. */
type Reader = (money: Money, objectId: string) => Promise<void>;

const readers: Readonly<Record<string, Reader>> = {
  payment_intent: settleIntent,
  'checkout.session': async (money, id) => {
    const read = await money.gateway.retrieveSession(id);
    if (!read.ok) return unlessGone(read.error.kind, describe(read.error));
    const payment = (await findPaymentBySession(money.db, id)) ?? (await named(money, read.value.metadata));
    if (payment && (await settleSession(money, payment, read.value)) === null) throw new Unreadable('its payment can not be read');
  },
  setup_intent: async (money, id) => {
    const organizationId = await organizationOfSetup(money.db, id);
    if (organizationId !== null) await refreshCards(money, organizationId);
  },
  payment_method: async (money, id) => {
    const read = await money.gateway.retrievePaymentMethod(id);
    if (!read.ok) return unlessGone(read.error.kind, describe(read.error));
    const { customerId } = read.value;
    const organizationId =
      customerId === null
        ? await organizationOfMethod(money.db, id)
        : ((await findCustomerByGatewayId(money.db, customerId))?.organizationId ?? null);
    if (organizationId !== null) await refreshCards(money, organizationId);
  },
  refund: async (money, id) => {
    const read = await money.gateway.retrieveRefund(id);
    if (!read.ok) return unlessGone(read.error.kind, describe(read.error));
    await bookRefund(money, read.value);
  },
  dispute: async (money, id) => {
    const read = await money.gateway.retrieveDispute(id);
    if (!read.ok) return unlessGone(read.error.kind, describe(read.error));
    await bookDispute(money, read.value);
  },
};

/** Kinds of objects whose events the platform keeps: what an endpoint at the gateway has to send. */
export const eventObjects: readonly string[] = [...Object.keys(readers), 'tax_id'];

const newEvent = ({ id, type, objectId, objectType, createdSeconds }: GatewayEvent): NewEvent[] =>
  objectId !== null && eventObjects.includes(objectType)
    ? [{ id, type, objectType, objectId, createdAt: new Date(createdSeconds * secondMs) }]
    : [];

/** Keeps an event for the worker. An event that is known, or that tells of nothing that concerns the platform, is not kept. */
export async function receiveEvent(money: Money, event: GatewayEvent): Promise<void> {
  if ((await storeEvents(money.db, newEvent(event))) > 0) money.wake();
}

/** Acts on waiting events: each says only what to read again. @returns how many were taken up */
export async function runEvents(money: Money): Promise<number> {
  const now = realNow();
  const events = await takeEvents(money.db, now, later(now, holdMs), batch);
  for (const event of events) await actOn(money, event);
  return events.length;
}

async function actOn(money: Money, event: EventRow): Promise<void> {
  try {
    if (event.objectType === 'tax_id') await readTaxId(money, event);
    else await readers[event.objectType]?.(money, event.objectId);
    await finishEvent(money.db, event.id, realNow());
  } catch (error) {
    money.log.warn({ err: error, event: event.id, type: event.type }, 'an event could not be acted on');
    await putOffEvent(
      money.db,
      event.id,
      later(realNow(), pauseAfter(event.attempts)),
      error instanceof Error ? error.message : String(error),
    );
  }
}

/** A tax ID is read through its customer, who is known by the stored tax ID. */
async function readTaxId({ db, gateway }: Money, { objectId }: EventRow): Promise<void> {
  const customer = await findCustomerByTaxId(db, objectId);
  if (customer?.gatewayId == null) return;
  const listed = await gateway.listTaxIds(customer.gatewayId);
  if (!listed.ok) return unlessGone(listed.error.kind, describe(listed.error));
  const found = listed.value.find(({ id }) => id === objectId);
  if (found) await noteVerification(db, objectId, found.verification);
}

/**
 * Fetches the events that no call brought, from a while before the last time that this worked.
 * @returns false when the gateway could not be asked
 */
export async function fetchEvents(money: Money): Promise<boolean> {
  const until = await readSetting(money.db, 'gateway_events_read_until');
  const startedSeconds = money.clock.nowSeconds();
  const filter = until === null ? {} : { createdFromSeconds: until - overlapSeconds };
  const pages: NewEvent[][] = [];
  for (let after: string | undefined; ;) {
    const page = await money.gateway.listEvents({ ...filter, ...(after === undefined ? {} : { after }) });
    if (!page.ok) return false;
    pages.push(page.value.items.flatMap(newEvent));
    after = page.value.items.at(-1)?.id;
    if (!page.value.hasMore || after === undefined) break;
  }
  for (const events of pages) await storeEvents(money.db, events);
  await writeSetting(money.db, 'gateway_events_read_until', startedSeconds);
  return true;
}
