import { Hono } from 'hono';
import type { Context } from '#server/context.ts';
import { receiveWebhook } from '#server/money/webhook.ts';
import { readText } from './body.ts';
import type { HttpEnvironment } from './environment.ts';
import { jsonResponse } from './respond.ts';

/** Where the gateway reports. It signs the raw text, so nothing may touch that before. */
export const webhookPath = '/webhooks/gateway';
const mostBytes = 1024 * 1024;

export function webhookRoutes({ money }: Pick<Context, 'money'>): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>().post(webhookPath, async (c) => {
    await receiveWebhook(money, await readText(c.req.raw, mostBytes), c.req.header('Stripe-Signature') ?? null);
    return jsonResponse({ received: true });
  });
}
