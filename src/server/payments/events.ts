import type { GatewayEvent } from '#server/gateway/gateway-objects.ts';
import { findCustomerByGatewayId, findCustomerByTaxId, recordTaxIdVerification } from '#server/store/customers.ts';
import { finishEvent, putOffEvent, storeEvents, takeEvents, type EventRow, type NewEvent } from '#server/store/gateway-events.ts';
import { findPaymentByIntent, findPaymentBySession } from '#server/store/payments.ts';
import { organizationOfMethod, organizationOfSetup } from '#server/store/payment-methods.ts';
import { readSetting, writeSetting } from '#server/database/settings.ts';
import { PlatformError } from '#server/platform-error.ts';
import { refreshCards } from './cards.ts';
import { laterBy, realNow, type PaymentContext } from './context.ts';
import { codeOf, describeError, unlessGone, Unreadable } from './gateway-calls.ts';
import { bookDispute, bookRefund } from '#server/payments/refunds/refunds-and-disputes.ts';
import { clocksDifferMs } from '#server/store/background-jobs.ts';
import { pauseAfter } from './outbox-work.ts';
import { settleSession } from './sessions.ts';
import { paymentNamedIn, settleIntent, settleSetup } from './settle-intent.ts';

const holdMs = 60_000;
const batch = 100;
const mostStored = 100;
/** Seconds by which listings of events overlap, because events can arrive out of order. */
const overlapSeconds = 3600;
const secondMs = 1000;

type Reader = (payments: PaymentContext, objectId: string) => Promise<void>;

const readers: Readonly<Record<string, Reader>> = {
  payment_intent: settleIntent,
  'checkout.session': async (payments, id) => {
    const read = await payments.gateway.retrieveSession(id);
    if (!read.ok) return unlessGone(read.error);
    const payment = (await findPaymentBySession(payments.db, id)) ?? (await paymentNamedIn(payments, read.value.metadata));
    if (payment && (await settleSession(payments, payment, read.value)) === null)
      throw new Unreadable('payment_unreadable', "its payment can't be read");
  },
  setup_intent: async (payments, id) => {
    const payment = await findPaymentByIntent(payments.db, id);
    if (payment !== null) return settleSetup(payments, payment, id);
    const organizationId = await organizationOfSetup(payments.db, id);
    if (organizationId !== null) await refreshCards(payments, organizationId);
  },
  payment_method: async (payments, id) => {
    const read = await payments.gateway.retrievePaymentMethod(id);
    if (!read.ok) return unlessGone(read.error);
    const { customerId } = read.value;
    const organizationId =
      customerId === null
        ? await organizationOfMethod(payments.db, id)
        : ((await findCustomerByGatewayId(payments.db, customerId))?.organizationId ?? null);
    if (organizationId !== null) await refreshCards(payments, organizationId);
  },
  refund: async (payments, id) => {
    const read = await payments.gateway.retrieveRefund(id);
    if (!read.ok) return unlessGone(read.error);
    await bookRefund(payments, read.value);
  },
  dispute: async (payments, id) => {
    const read = await payments.gateway.retrieveDispute(id);
    if (!read.ok) return unlessGone(read.error);
    await bookDispute(payments, read.value);
  },
};

/** Event types, grouped by object type. A webhook endpoint at the gateway must send all these event types. */
export const eventTypes: Readonly<Record<string, readonly string[]>> = {
  payment_intent: [
    'payment_intent.created',
    'payment_intent.processing',
    'payment_intent.requires_action',
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'payment_intent.canceled',
  ],
  'checkout.session': [
    'checkout.session.completed',
    'checkout.session.expired',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
  ],
  setup_intent: [
    'setup_intent.created',
    'setup_intent.requires_action',
    'setup_intent.succeeded',
    'setup_intent.setup_failed',
    'setup_intent.canceled',
  ],
  payment_method: ['payment_method.attached', 'payment_method.updated', 'payment_method.detached'],
  refund: ['refund.created', 'refund.updated', 'refund.failed'],
  dispute: ['charge.dispute.created', 'charge.dispute.closed', 'charge.dispute.funds_withdrawn', 'charge.dispute.funds_reinstated'],
  tax_id: ['customer.tax_id.created', 'customer.tax_id.updated', 'customer.tax_id.deleted'],
};

export const eventObjects: readonly string[] = Object.keys(eventTypes);

const newEvent = ({ id, type, objectId, objectType, createdSeconds }: GatewayEvent): NewEvent[] =>
  objectId !== null && eventObjects.includes(objectType)
    ? [{ id, type, objectType, objectId, createdAt: new Date(createdSeconds * secondMs) }]
    : [];

/** Ignores events that are irrelevant or already stored. */
export async function receiveEvent(payments: PaymentContext, event: GatewayEvent): Promise<void> {
  if ((await storeEvents(payments.db, newEvent(event))) > 0) payments.wake();
}

/**
 * For each due event, reads the event's object at the gateway and settles the object.
 * @param objectId if given, handles only events of this object
 */
export async function runEvents(payments: PaymentContext, objectId?: string): Promise<number> {
  const now = realNow();
  const dueBy = objectId === undefined ? now : laterBy(now, clocksDifferMs);
  const events = await takeEvents(payments.db, dueBy, { until: laterBy(now, holdMs), by: payments.processId }, batch, objectId);
  for (const event of events) await actOn(payments, event);
  return events.length;
}

async function actOn(payments: PaymentContext, event: EventRow): Promise<void> {
  try {
    if (event.objectType === 'tax_id') await readTaxId(payments, event);
    else await readers[event.objectType]?.(payments, event.objectId);
    await finishEvent(payments.db, event.id, realNow());
  } catch (error) {
    payments.log.warn({ err: error, event: event.id, type: event.type }, 'an event could not be acted on');
    await putOffEvent(payments.db, event.id, laterBy(realNow(), pauseAfter(event.attempts)), codeOf(error));
  }
}

/** Finds the customer first, because tax IDs can be read only through their customer. */
async function readTaxId({ db, gateway }: PaymentContext, { objectId }: EventRow): Promise<void> {
  const customer = await findCustomerByTaxId(db, objectId);
  if (customer?.gatewayId == null) return;
  const listed = await gateway.listTaxIds(customer.gatewayId);
  if (!listed.ok) return unlessGone(listed.error);
  const found = listed.value.find(({ id }) => id === objectId);
  if (found) await recordTaxIdVerification(db, objectId, found.verification);
}

/** Maximum that the gateway accepts per request. */
const mostTypes = 20;

function typesInCalls(): string[][] {
  const all = Object.values(eventTypes).flat();
  return Array.from({ length: Math.ceil(all.length / mostTypes) }, (_, index) => all.slice(index * mostTypes, (index + 1) * mostTypes));
}

/**
 * Logs and skips unreadable events.
 * @returns null if the gateway is unavailable
 */
async function listedEvents({ gateway, log }: PaymentContext, types: readonly string[], from: number | null): Promise<NewEvent[] | null> {
  const found: NewEvent[] = [];
  const filter = { types, ...(from === null ? {} : { createdFromSeconds: from }) };
  for (let after: string | null = null; ;) {
    const page = await gateway.listEvents({ ...filter, ...(after === null ? {} : { after }) });
    if (!page.ok) {
      log.warn(
        { event: 'gateway_events_unavailable', reason: describeError(page.error) },
        'the events of the gateway could not be fetched',
      );
      return null;
    }
    const { items, unreadable, hasMore, lastId } = page.value;
    for (const { id, problem } of unreadable) logUnreadableEvent(log, id, problem);
    found.push(...items.flatMap(newEvent));
    if (!hasMore || lastId === null) return found;
    after = lastId;
  }
}

const logUnreadableEvent = (log: PaymentContext['log'], id: string | null, problem: string): void =>
  log.error(
    { event: 'gateway_event_unreadable', gatewayEvent: id, problem },
    'an event of the gateway has an unknown shape and is skipped',
  );

/**
 * Fetches events since shortly before the last successful fetch.
 * @returns false if the gateway is unavailable
 */
export async function fetchEvents(payments: PaymentContext): Promise<boolean> {
  const until = await readSetting(payments.db, 'gateway_events_read_until');
  const startedSeconds = payments.clock.nowSeconds();
  for (const types of typesInCalls()) {
    const events = await listedEvents(payments, types, until === null ? null : until - overlapSeconds);
    if (events === null) return false;
    for (let first = 0; first < events.length; first += mostStored) await storeEvents(payments.db, events.slice(first, first + mostStored));
  }
  await writeSetting(payments.db, 'gateway_events_read_until', startedSeconds);
  return true;
}

/** @throws {PlatformError} 400 for a missing, wrong or old signature */
export async function receiveWebhook(payments: PaymentContext, body: string, signature: string | null): Promise<void> {
  const event = payments.gateway.readWebhook(body, signature);
  // The gateway would resend a signed but unreadable event for days, so it is accepted.
  if (!event.ok && event.error.kind === 'unknown_outcome') return logUnreadableEvent(payments.log, null, event.error.message);
  if (!event.ok)
    throw new PlatformError('invalid_request', 'This is not a call of the payment gateway', {
      fields: [{ path: 'header.Stripe-Signature', message: 'is missing, wrong or too old' }],
    });
  await receiveEvent(payments, event.value);
}
