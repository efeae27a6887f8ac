import { z } from 'zod';
import eventExamples from '#contract/admin/event-examples.json' with { type: 'json' };
import { eventData, eventTypes, type PlatformEventType } from '#contract/admin/event-shapes.ts';
import { eventWords } from '#contract/admin/event-messages.ts';
import type { Json } from '#server/http/openapi-parts.ts';
import type { SchemaBook } from '#server/http/api-document/schema-book.ts';

const examples: Readonly<Partial<Record<PlatformEventType, unknown>>> = eventExamples;

function payloadSchema(book: SchemaBook, type: PlatformEventType): Json {
  const schema = z.object({ type: z.literal(type), data: eventData[type] });
  const { additionalProperties: _, ...typeAndData } = book.schemaOf(schema, 'output');
  return { title: type, description: eventWords[type], ...typeAndData };
}

const eventSchema = (book: SchemaBook): Json => ({
  allOf: [book.reference('PlatformEvent', 'output'), { oneOf: eventTypes.map((type) => payloadSchema(book, type)) }],
});

export const eventWebhooks = (book: SchemaBook): Json => ({
  event: {
    post: {
      operationId: 'receiveEvent',
      summary: 'Receive an event',
      description: 'Sent to each endpoint for the types of events that it has chosen. `type` says which payload `data` is.',
      tags: ['Webhooks'],
      security: [],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: book.define('WebhookEvent', eventSchema(book)),
            examples: Object.fromEntries(eventTypes.map((type) => [type, { summary: eventWords[type], value: examples[type] }])),
          },
        },
      },
      responses: {
        200: { description: 'Accepted (any 2xx). Other statuses are retried for three days.' },
        410: { description: 'Gone: the endpoint is disabled immediately' },
      },
    },
  },
});
