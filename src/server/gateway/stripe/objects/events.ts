import { z } from 'zod';
import type { EventPage, GatewayEvent, GatewayWebhookEndpoint } from '#server/gateway/gateway-objects.ts';
import { problemIn, secondsField, textOrNull } from './fields.ts';

export const toEvent = z
  .looseObject({
    object: z.literal('event'),
    id: z.string(),
    type: z.string(),
    created: secondsField,
    data: z.looseObject({ object: z.looseObject({ id: z.string().optional(), object: z.string() }) }),
  })
  .transform(({ id, type, created, data }): GatewayEvent => ({
    id,
    type,
    createdSeconds: created,
    objectType: data.object.object,
    objectId: data.object.id ?? null,
  }));

const anyId = z.looseObject({ id: z.string() });
const idOf = (value: unknown): string | null => anyId.safeParse(value).data?.id ?? null;

export const eventPage = z
  .looseObject({ object: z.literal('list'), data: z.array(z.unknown()), has_more: z.boolean() })
  .transform(({ data, has_more: hasMore }): EventPage => {
    const page: EventPage = { items: [], hasMore, lastId: idOf(data.at(-1)), unreadable: [] };
    for (const value of data) {
      const read = toEvent.safeParse(value);
      if (read.success) page.items.push(read.data);
      else page.unreadable.push({ id: idOf(value), problem: problemIn(read.error) });
    }
    return page;
  });

export const webhookEndpoint = z
  .looseObject({ object: z.literal('webhook_endpoint'), id: z.string(), url: z.string(), secret: textOrNull })
  .transform(({ id, url, secret }): GatewayWebhookEndpoint => ({ id, url, secret }));
