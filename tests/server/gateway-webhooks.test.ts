import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GatewayEvent } from '#server/gateway/gateway-objects.ts';
import { retryDelaysMs } from '#sandbox/webhooks/deliverer.ts';
import { createGateway } from '#server/gateway/stripe/create-gateway.ts';
import { openSandbox, testKeys, testWebhookSecret, type SandboxHarness } from '#tests/support/sandbox-harness.ts';

let sandbox: SandboxHarness;
let heard: GatewayEvent[];
let answers: number[];
let realNowMs: number;
let bodies: { body: string; signature: string }[];

beforeEach(async () => {
  [heard, answers, bodies] = [[], [], []];
  realNowMs = Date.now();
  const routes = new Hono();
  sandbox = await openSandbox({ routes, realNowMs: () => realNowMs });
  routes.post('/hook', async (context) => {
    const body = await context.req.text();
    const signature = context.req.header('stripe-signature') ?? null;
    bodies.push({ body, signature: signature ?? '' });
    const event = gatewayOf().readWebhook(body, signature);
    if (!event.ok) return context.text('', 400);
    const status = answers.shift() ?? 200;
    if (status === 200) heard.push(event.value);
    return context.body(null, status as 200);
  });
  await sandbox.sandbox.receiveEvents({ url: `${sandbox.origin}/hook`, secret: testWebhookSecret });
});
afterEach(() => sandbox.close());

const gatewayOf = () =>
  createGateway({ secretKey: testKeys.secretKey, webhookSecret: testWebhookSecret, baseUrl: sandbox.baseUrl, realNowMs: () => realNowMs });
const charge = () =>
  sandbox.stripe.paymentIntents.create({
    amount: 2500,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
const types = () => heard.map((event) => event.type).sort();
const paymentEvents = ['charge.succeeded', 'payment_intent.created', 'payment_intent.succeeded'];

describe('events', () => {
  it('arrive signed, with the object as it was', async () => {
    const paid = await charge();
    await sandbox.sandbox.deliver();
    expect(types()).toEqual(paymentEvents);
    expect(heard.find((event) => event.type === 'payment_intent.succeeded')).toMatchObject({
      objectType: 'payment_intent',
      objectId: paid.id,
    });
    const created = JSON.parse(bodies.find(({ body }) => body.includes('payment_intent.created'))?.body ?? '') as {
      data: { object: { status: string } };
      pending_webhooks: number;
      request: { id: string };
    };
    expect(created.data.object.status).toBe('requires_confirmation');
    expect(created.request.id).toMatch(/^req_/);
  });

  it('are refused when forged, changed, unsigned or old', async () => {
    await charge();
    await sandbox.sandbox.deliver();
    const [{ body, signature } = { body: '', signature: '' }] = bodies;
    const read = (text: string, header: string | null) => gatewayOf().readWebhook(text, header);
    expect(read(body, signature)).toMatchObject({ ok: true });
    expect(read(new TextEncoder().encode(body) as never, signature)).toMatchObject({ ok: true });
    const refused = { ok: false, error: { kind: 'not_allowed' } };
    expect(read(body.replace('usd', 'eur'), signature)).toMatchObject(refused);
    expect(read(body, null)).toMatchObject(refused);
    expect(read(body, signature.replace(/v1=.{4}/, 'v1=0000'))).toMatchObject(refused);
    realNowMs += 301_000;
    expect(read(body, signature)).toMatchObject(refused);
  });

  it('come again, later and later, until they are taken', async () => {
    await charge();
    answers = Array.from({ length: 9 }, () => 500);
    await sandbox.sandbox.deliver();
    expect(heard).toEqual([]);
    await sandbox.sandbox.deliver();
    expect(bodies).toHaveLength(3);
    realNowMs += retryDelaysMs[0] ?? 0;
    await sandbox.sandbox.deliver();
    expect(bodies).toHaveLength(6);
    realNowMs += (retryDelaysMs[1] ?? 0) - 1;
    await sandbox.sandbox.deliver();
    expect(bodies).toHaveLength(6);
    realNowMs += 1;
    await sandbox.sandbox.deliver();
    expect(bodies).toHaveLength(9);
    realNowMs += retryDelaysMs[2] ?? 0;
    await sandbox.sandbox.deliver();
    expect(types()).toEqual(paymentEvents);
    realNowMs += 86_400_000;
    await sandbox.sandbox.deliver();
    expect(heard).toHaveLength(3);
  });

  it('that nobody takes are given up in the end', async () => {
    await charge();
    answers = Array.from({ length: 100 }, () => 503);
    for (const _attempt of [...retryDelaysMs, 0]) await sandbox.sandbox.deliver(true);
    expect(bodies).toHaveLength(3 * (retryDelaysMs.length + 1));
    await sandbox.sandbox.deliver(true);
    expect(bodies).toHaveLength(3 * (retryDelaysMs.length + 1));
  });

  it('waiting at a crash are delivered after it', async () => {
    await charge();
    const origin = sandbox.origin;
    sandbox = await sandbox.restart();
    expect(sandbox.origin).not.toBe(origin);
    await sandbox.sandbox.receiveEvents({ url: `${sandbox.origin}/hook`, secret: testWebhookSecret });
    await sandbox.sandbox.deliver();
    expect(types()).toEqual(paymentEvents);
  });

  it('go to endpoints made through the API, by type', async () => {
    await sandbox.sandbox.receiveEvents(null);
    const made = await sandbox.gateway.createWebhookEndpoint({ url: `${sandbox.origin}/hook`, events: ['charge.*'] }, 'endpoint');
    if (!made.ok) throw new Error(made.error.kind);
    await charge();
    await sandbox.sandbox.deliver();
    const signed = createGateway({
      secretKey: testKeys.secretKey,
      webhookSecret: made.value.secret ?? '',
      baseUrl: sandbox.baseUrl,
      realNowMs: () => realNowMs,
    });
    expect(bodies.map(({ body, signature }) => signed.readWebhook(body, signature))).toMatchObject([
      { ok: true, value: { type: 'charge.succeeded' } },
    ]);
  });

  it('leave this machine under no circumstances', async () => {
    await sandbox.sandbox.receiveEvents({ url: 'https://example.com/hook', secret: testWebhookSecret });
    await charge();
    await sandbox.sandbox.deliver();
    const state = (await (await fetch(`${sandbox.baseUrl}/inspector/state`)).json()) as { deliveries: { lastAnswer: string }[] };
    expect(state.deliveries.map((delivery) => delivery.lastAnswer)).toEqual(
      Array.from({ length: 3 }, () => 'not sent: the sandbox delivers to this machine only'),
    );
  });
});

it('events need no network where the platform is in the same process', async () => {
  const inside: string[] = [];
  const localSandbox = await openSandbox({
    send: async (request) => {
      inside.push(new URL(request.url).hostname);
      return Promise.resolve(new Response(null, { status: 204 }));
    },
  });
  try {
    await localSandbox.sandbox.receiveEvents({ url: 'http://platform.invalid/hook', secret: testWebhookSecret });
    await localSandbox.stripe.customers.create({});
    await localSandbox.sandbox.deliver();
    expect(inside).toEqual(['platform.invalid']);
  } finally {
    await localSandbox.close();
  }
});

describe('scripted faults of events', () => {
  it('drop: the event is listed and never arrives', async () => {
    sandbox.sandbox.faults.add({ on: 'event', effect: 'drop', type: 'payment_intent.succeeded', times: 1 });
    await charge();
    await sandbox.sandbox.deliver(true);
    expect(types()).toEqual(['charge.succeeded', 'payment_intent.created']);
    const listed = await sandbox.gateway.listEvents({ types: ['payment_intent.succeeded'] });
    expect(listed.ok && listed.value.items).toHaveLength(1);
  });

  it('duplicate: the same event arrives twice', async () => {
    sandbox.sandbox.faults.add({ on: 'event', effect: 'duplicate', type: 'payment_intent.*', times: 2 });
    await charge();
    await sandbox.sandbox.deliver();
    expect(types()).toEqual([
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.created',
      'payment_intent.succeeded',
      'payment_intent.succeeded',
    ]);
    expect(new Set(heard.map((event) => event.id)).size).toBe(3);
  });

  it('reorder: an event arrives after those that followed it', async () => {
    sandbox.sandbox.faults.add({ on: 'event', effect: 'reorder', type: 'payment_intent.created', times: 1 });
    await charge();
    await sandbox.sandbox.deliver();
    expect(types()).toEqual(['charge.succeeded', 'payment_intent.succeeded']);
    realNowMs += 1500;
    await sandbox.sandbox.deliver();
    expect(heard.at(-1)?.type).toBe('payment_intent.created');
  });
});
