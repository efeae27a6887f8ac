import type { AdminCallDeclaration } from './admin-declaration.ts';

const endpoints = '/admin/v1/webhook-endpoints' as const;
const endpoint = `${endpoints}/{endpoint_id}` as const;

/** The calls about events and where they are sent. */
export const eventCalls = {
  listEvents: {
    method: 'GET',
    path: '/admin/v1/organizations/{slug}/events',
    scopes: ['read', 'webhooks'],
    tag: 'Events',
    params: 'SlugParams',
    query: 'EventsQuery',
    success: 200,
    response: 'PlatformEventPage',
  },
  createWebhookEndpoint: {
    method: 'POST',
    path: endpoints,
    scopes: ['webhooks'],
    tag: 'Webhooks',
    body: 'WebhookEndpointInput',
    idempotent: true,
    holdsSecret: true,
    success: 201,
    response: 'MadeWebhookEndpoint',
  },
  listWebhookEndpoints: {
    method: 'GET',
    path: endpoints,
    scopes: ['read', 'webhooks'],
    tag: 'Webhooks',
    success: 200,
    response: 'WebhookEndpointList',
  },
  deleteWebhookEndpoint: {
    method: 'DELETE',
    path: endpoint,
    scopes: ['webhooks'],
    tag: 'Webhooks',
    params: 'WebhookEndpointParams',
    success: 204,
  },
  listDeliveries: {
    method: 'GET',
    path: `${endpoint}/deliveries`,
    scopes: ['read', 'webhooks'],
    tag: 'Webhooks',
    params: 'WebhookEndpointParams',
    query: 'DeliveriesQuery',
    success: 200,
    response: 'DeliveryPage',
  },
  redeliverEvent: {
    method: 'POST',
    path: `${endpoint}/deliveries/{delivery_id}/redeliver`,
    scopes: ['webhooks'],
    tag: 'Webhooks',
    params: 'DeliveryParams',
    success: 202,
    response: 'Delivery',
  },
} as const satisfies Record<string, AdminCallDeclaration>;
