import type { AdminShape } from '#contract/admin/admin-types.ts';
import { instantOf, secondsOf } from '#server/database/database.ts';
import { notFound } from '#server/platform-error.ts';
import { askAgain, deliveriesOf, enableEndpoint, findDelivery, type DeliveryWithEvent } from '#server/store/events/webhooks.ts';
import { platformEventsAfter, platformEventView } from '#server/store/events/platform-events.ts';
import type { AdminHandler } from './admin-handler.ts';
import { pageOf, usualPage } from './lists/list-page.ts';
import { requireOrganization } from './organizations.ts';
import { requireEndpoint } from './webhook-endpoints.ts';

const seconds = (at: Date | null): number | null => (at === null ? null : secondsOf(at));

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

export const listDeliveries: AdminHandler<'listDeliveries'> = async ({ params, query }, { db }) => {
  const { cursor = null, limit = usualPage, state = null } = query;
  const { id } = await requireEndpoint(db, params.endpoint_id);
  const found = await deliveriesOf(db, { endpointId: id, state, before: cursor, limit: limit + 1 });
  const page = pageOf(found, limit, ({ delivery }) => delivery.position);
  return { data: { deliveries: page.rows.map(deliveryView), next_cursor: page.next_cursor } };
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
  const { cursor, after = cursor ?? 0, limit = usualPage } = query;
  const { id } = await requireOrganization(db, params.slug);
  const page = pageOf(await platformEventsAfter(db, id, after, limit + 1), limit, ({ sequence }) => sequence);
  return { data: { events: page.rows.map(platformEventView), has_more: page.next_cursor !== null, next_cursor: page.next_cursor } };
};
