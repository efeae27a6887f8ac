import { z } from 'zod';
import type { GatewayEvent, GatewayWebhookEndpoint } from '#server/payments/gateway-objects.ts';
import { seconds, textOrNull } from './fields.ts';

export const event = z
  .looseObject({
    object: z.literal('event'),
    id: z.string(),
    type: z.string(),
    created: seconds,
    data: z.looseObject({ object: z.looseObject({ id: z.string().optional(), object: z.string() }) }),
  })
  .transform(({ id, type, created, data }): GatewayEvent => ({
    id,
    type,
    createdSeconds: created,
    objectType: data.object.object,
    objectId: data.object.id ?? null,
  }));

export const webhookEndpoint = z
  .looseObject({ object: z.literal('webhook_endpoint'), id: z.string(), url: z.string(), secret: textOrNull })
  .transform(({ id, url, secret }): GatewayWebhookEndpoint => ({ id, url, secret }));
