import eventExamples from '#contract/admin/event-examples.json' with { type: 'json' };
import { eventData, eventTypes, PlatformEvent, type PlatformEventType } from '#contract/admin/event-shapes.ts';
import { eventWords } from '#contract/admin/event-messages.ts';
import type { Json } from '#server/http/openapi-parts.ts';
import { inlineSchema } from '#server/http/api-document/schema-book.ts';

const examples: Readonly<Partial<Record<PlatformEventType, unknown>>> = eventExamples;

function eventOperation(type: PlatformEventType): Json {
  const event = inlineSchema(PlatformEvent, 'output') as { properties: Json };
  const properties = { ...event.properties, type: { const: type }, data: inlineSchema(eventData[type], 'output') };
  return {
    operationId: type,
    summary: type,
    description: eventWords[type],
    tags: ['Webhooks'],
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema: { ...event, properties }, example: examples[type] } } },
    responses: {
      200: { description: 'Accepted (any 2xx). Other statuses are retried for three days.' },
      410: { description: 'Gone: the endpoint is disabled immediately' },
    },
  };
}

/** Returns the OpenAPI description of the webhook events. */
export const eventWebhooks = (): Json => Object.fromEntries(eventTypes.map((type) => [type, { post: eventOperation(type) }]));
