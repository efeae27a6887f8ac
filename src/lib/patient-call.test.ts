import { afterEach, expect, it, vi } from 'vitest';
import { callWithPatience } from './patient-call.ts';

afterEach(() => vi.unstubAllGlobals());

const input = { params: { slug: 'acme' }, body: { tier: 'tier_pro' as const }, idempotencyKey: 'k' };

/** Answers in turn; null breaks the connection. */
function answering(...statuses: (number | null)[]) {
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Headers }) => {
    sent.push(headers.get('Idempotency-Key'));
    const status = statuses[sent.length - 1] ?? null;
    if (status === null) return Promise.reject(new TypeError('fetch failed'));
    return Promise.resolve(
      new Response(JSON.stringify({ message: 'm', code: `c${status}`, pending_payment_intent_secret: null }), { status }),
    );
  });
  return sent;
}
const send = (what: object = input) => callWithPatience('updateSubscription', what as typeof input, () => Promise.resolve());

it('sends the same attempt again until it is answered', async () => {
  const sent = answering(null, 500, 200);
  expect((await send()).status).toBe(200);
  expect(sent).toEqual(['k', 'k', 'k']);
});

it('sends once what names no attempt', async () => {
  const sent = answering(null, 200);
  await expect(send({ params: input.params, body: input.body })).rejects.toMatchObject({ status: null });
  expect(sent).toHaveLength(1);
});

it.each([401, 403, 404])('does not take %d for the end of a request that got no answer', async (status) => {
  answering(null, status);
  await expect(send()).rejects.toMatchObject({ status: null, code: 'unreachable' });
});

it('takes what the platform says of the attempt itself for its end', async () => {
  answering(500, 402);
  await expect(send()).rejects.toMatchObject({ status: 402 });
});

it('tells a refusal of the only request as it is', async () => {
  answering(403);
  await expect(send()).rejects.toMatchObject({ status: 403 });
  answering(429, 429, 429, 429);
  await expect(send()).rejects.toMatchObject({ status: 429 });
});
