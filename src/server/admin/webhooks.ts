import { randomBytes } from 'node:crypto';
import type { AdminShape } from '#contract/admin/admin-types.ts';
import { instantOf, secondsOf, type Database } from '#server/database/database.ts';
import { newId } from '#server/payments/ids.ts';
import { invalidRequest, notFound, PlatformError } from '#server/platform-error.ts';
import {
  askAgain,
  deleteEndpoint,
  deliveriesOf,
  enableEndpoint,
  findDelivery,
  findEndpoint,
  insertEndpoint,
  liveEndpoints,
  lockEndpoints,
  waitingDeliveries,
  type DeliveryWithEvent,
  type EndpointRow,
} from '#server/store/events/webhooks.ts';
import { platformEventsAfter, platformEventView } from '#server/store/events/platform-events.ts';
import { checkHost, type AddressRules } from '#server/webhooks/checked-address.ts';
import type { AdminHandler } from './admin-handler.ts';
import { requireOrganization } from './organizations.ts';

/** Each event becomes a delivery for each of them, in the transaction of its change. */
const mostEndpoints = 50;

const usualPage = 50;
const secretBytes = 32;

const newSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`;

const seconds = (at: Date | null): number | null => (at === null ? null : secondsOf(at));

const endpointView = (row: EndpointRow, waiting: number): AdminShape<'WebhookEndpoint'> => ({
  id: row.id,
  url: row.url,
  events: row.events,
  description: row.description,
  status: row.disabledAt === null ? 'enabled' : 'disabled',
  disabled_reason: row.disabledReason,
  disabled_at: seconds(row.disabledAt),
  waiting,
  created_at: secondsOf(row.createdAt),
});

const deliveryView = ({ delivery, type, organization }: DeliveryWithEvent): AdminShape<'Delivery'> => ({
  id: delivery.id,
  event_id: delivery.eventId,
  type,
  organization,
  sequence: delivery.sequence,
  state: delivery.state,
  attempts: delivery.attempts,
  next_attempt_at: delivery.state === 'pending' ? secondsOf(delivery.nextAttemptAt) : null,
  last_attempt_at: seconds(delivery.lastAttemptAt),
  delivered_at: seconds(delivery.deliveredAt),
  last_status: delivery.lastStatus,
  last_error: delivery.lastError,
  last_answer: delivery.lastAnswer,
});

/** A name that nothing is known about yet may be known by the first event; each attempt looks again. */
async function refuseHost(text: string, rules: AddressRules): Promise<void> {
  const url = new URL(text);
  const refuse = (message: string): PlatformError => invalidRequest([{ path: 'body.url', message }]);
  if (url.protocol !== 'https:' && !rules.allowsPrivate) throw refuse('must be an https address');
  const checked = await checkHost(url.hostname, rules);
  if (!checked.ok && checked.code === 'private_address') throw refuse('must be on the public internet');
}

async function requireEndpoint(db: Database, id: string): Promise<EndpointRow> {
  const row = await findEndpoint(db, id);
  if (!row) throw notFound('Webhook endpoint');
  return row;
}

export const createWebhookEndpoint: AdminHandler<'createWebhookEndpoint'> = async ({ body }, { db, key, nowSeconds, hosts }) => {
  await refuseHost(body.url, hosts);
  const secret = newSecret();
  const row = await db.transaction(async (tx) => {
    await lockEndpoints(tx);
    if ((await liveEndpoints(tx)).length >= mostEndpoints)
      throw new PlatformError('rule_violated', `There are ${mostEndpoints} webhook endpoints already; delete one first`);
    return insertEndpoint(tx, {
      id: newId('we'),
      url: body.url,
      events: [...body.events],
      description: body.description ?? null,
      secret,
      createdAt: instantOf(nowSeconds),
      createdBy: key.id,
    });
  });
  return { data: { ...endpointView(row, 0), secret } };
};

export const listWebhookEndpoints: AdminHandler<'listWebhookEndpoints'> = async (_, { db }) => {
  const waiting = await waitingDeliveries(db);
  return { data: { webhook_endpoints: (await liveEndpoints(db)).map((row) => endpointView(row, waiting.get(row.id) ?? 0)) } };
};

export const deleteWebhookEndpoint: AdminHandler<'deleteWebhookEndpoint'> = async ({ params }, { db, key, nowSeconds }) =>
  db.transaction(async (tx) => {
    if (!(await deleteEndpoint(tx, params.endpoint_id, key.id, instantOf(nowSeconds)))) throw notFound('Webhook endpoint');
    return {};
  });

export const listDeliveries: AdminHandler<'listDeliveries'> = async ({ params, query }, { db }) => {
  const { cursor = null, limit = usualPage, state = null } = query;
  const { id } = await requireEndpoint(db, params.endpoint_id);
  const found = await deliveriesOf(db, { endpointId: id, state, before: cursor, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    data: {
      deliveries: page.map(deliveryView),
      next_cursor: found.length > limit && last ? String(last.delivery.position) : null,
    },
  };
};

export const redeliverEvent: AdminHandler<'redeliverEvent'> = async ({ params }, { db, nowSeconds }) =>
  db.transaction(async (tx) => {
    const { id, disabledAt } = await requireEndpoint(tx, params.endpoint_id);
    if (!(await askAgain(tx, id, params.delivery_id, instantOf(nowSeconds)))) throw notFound('Delivery');
    if (disabledAt !== null) await enableEndpoint(tx, id, instantOf(nowSeconds));
    const delivery = await findDelivery(tx, params.delivery_id);
    if (!delivery) throw notFound('Delivery');
    return { data: deliveryView(delivery) };
  });

export const listEvents: AdminHandler<'listEvents'> = async ({ params, query }, { db }) => {
  const { after = 0, limit = usualPage } = query;
  const { id } = await requireOrganization(db, params.slug);
  const found = await platformEventsAfter(db, id, after, limit + 1);
  return { data: { events: found.slice(0, limit).map(platformEventView), has_more: found.length > limit } };
};
