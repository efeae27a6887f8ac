import { createHmac, randomUUID } from 'node:crypto';
import type { Config, GatewayKeys } from '#server/settings/config.ts';
import { apiVersion } from '#server/gateway/stripe/create-gateway.ts';
import { answerOf, findingOf, type Finding } from '#server/start/outside-parts.ts';
import { eventTypes } from '#server/payments/events.ts';

const failed = (text: string): Finding => findingOf('webhook', false, text);

/** Returns a request with an event about an unknown object, signed like an event of the gateway. */
function signedEvent(secret: string): RequestInit {
  const seconds = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({
    id: `evt_doctor_${randomUUID()}`,
    object: 'event',
    type: 'doctor.checked',
    created: seconds,
    data: { object: { id: 'doctor', object: 'doctor' } },
  });
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return { method: 'POST', body, headers: { 'Content-Type': 'application/json', 'Stripe-Signature': `t=${seconds},v1=${signature}` } };
}

async function askGateway(
  { address, secretKey }: GatewayKeys,
  path: string,
  init: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Record<string, unknown> | null> {
  const headers = { Authorization: `Bearer ${secretKey}`, 'Stripe-Version': apiVersion, ...init.headers };
  const answer = await answerOf(`${address ?? 'https://api.stripe.com'}/v1${path}`, { ...init, headers });
  return answer?.ok ? ((await answer.json().catch(() => null)) as Record<string, unknown> | null) : null;
}

interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly status: string;
  readonly api_version: string | null;
  readonly enabled_events: readonly string[];
}

/** Checks the settings of the webhook endpoint at the gateway. @returns the fault; null if there is no fault */
export async function endpointFault(gateway: GatewayKeys, address: string): Promise<string | null> {
  const list = await askGateway(gateway, '/webhook_endpoints?limit=100');
  if (!list) return "The gateway's webhook endpoints can't be listed; allow STRIPE_SECRET_KEY to read them";
  const endpoint = (list['data'] as Endpoint[]).find(({ url }) => url === address);
  if (!endpoint) return `The gateway has no webhook endpoint ${address}; add one with its signing secret in STRIPE_WEBHOOK_SECRET`;
  const { id, status, api_version: version, enabled_events: events } = endpoint;
  if (status !== 'enabled') return `The gateway's webhook endpoint ${id} is ${status}; enable it`;
  if (version !== apiVersion)
    return `The gateway's webhook endpoint ${id} has API version ${version ?? 'of the account'}; create one with ${apiVersion}`;
  const missing = events.includes('*') ? [] : Object.values(eventTypes).flatMap((types) => types.filter((type) => !events.includes(type)));
  return missing.length > 0 ? `The gateway's webhook endpoint ${id} does not send ${missing.join(', ')}; add them` : null;
}

const pollMs = 500;
const mostPolls = 20;

interface ListedEvent {
  readonly pending_webhooks: number;
  readonly data: { readonly object: { readonly id: string } };
}

/** Creates and cancels a setup intent, and waits until its event is delivered. @returns the fault; null if there is no fault */
async function deliveryFault(gateway: GatewayKeys, address: string): Promise<string | null> {
  const post = (path: string, body: Record<string, string> = {}) =>
    askGateway(gateway, path, { method: 'POST', body: new URLSearchParams(body) });
  const intent = await post('/setup_intents', { 'allowed_payment_method_types[]': 'card', description: 'Check by billing doctor' });
  if (typeof intent?.['id'] !== 'string')
    return 'The gateway refuses the setup intent of the test event; allow STRIPE_SECRET_KEY to write setup intents';
  const id = intent['id'];
  try {
    for (let poll = 0; poll < mostPolls; poll += 1) {
      const listed = await askGateway(gateway, '/events?type=setup_intent.created&limit=20');
      const event = ((listed?.['data'] ?? []) as ListedEvent[]).find(({ data }) => data.object.id === id);
      if (event?.pending_webhooks === 0) return null;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    return `A test event of the gateway was not accepted at ${address} within ${(pollMs * mostPolls) / 1000} s; set STRIPE_WEBHOOK_SECRET to the signing secret of that endpoint, and allow the gateway to reach it`;
  } finally {
    await post(`/setup_intents/${id}/cancel`);
  }
}

/** Checks the webhook: the platform accepts a signed event, the gateway has the right settings, and the gateway delivers an event. */
export async function checkWebhook({ gateway, publicOrigin: origin }: Pick<Config, 'gateway' | 'publicOrigin'>): Promise<Finding> {
  if (!gateway) return findingOf('webhook', true, 'The sandbox gateway needs no webhook');
  if (origin === null) return failed('PUBLIC_ORIGIN is not set, so the gateway has no address for its webhook; set it');
  const address = `${origin}/webhooks/gateway`;
  const signed = await answerOf(address, signedEvent(gateway.webhookSecret));
  if (signed?.status === 400)
    return failed(`${address} refuses an event signed with STRIPE_WEBHOOK_SECRET; give the platform and this command the same secret`);
  if (signed?.status !== 200)
    return failed(
      `${address} ${signed ? `answers ${signed.status}` : 'does not answer'}; start the platform and let the gateway reach it there`,
    );
  const unsigned = await answerOf(address, { method: 'POST', body: '{}' });
  if (unsigned?.status !== 400) return failed(`${address} does not refuse an unsigned event; let the platform itself answer there`);
  const fault = (await endpointFault(gateway, address)) ?? (await deliveryFault(gateway, address));
  return fault === null
    ? findingOf('webhook', true, `The gateway delivers signed events to ${address}, with all types and the right version`)
    : failed(fault);
}
