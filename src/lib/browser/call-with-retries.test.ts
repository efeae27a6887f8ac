import { afterEach, expect, it, vi } from 'vitest';
import { callWithRetries } from './call-with-retries.ts';

afterEach(() => vi.unstubAllGlobals());

const input = { params: { slug: 'acme' }, body: { tier: 'tier_pro' as const }, idempotencyKey: 'k' };

/** Stubs `fetch` to return these statuses in order; null simulates a broken connection. */
function answering(...statuses: (number | null)[]) {
  const sentKeys: (string | null)[] = [];
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Headers }) => {
    sentKeys.push(headers.get('Idempotency-Key'));
    const status = statuses[sentKeys.length - 1] ?? null;
    if (status === null) return Promise.reject(new TypeError('fetch failed'));
    return Promise.resolve(
      new Response(JSON.stringify({ message: 'm', code: `c${status}`, pending_payment_intent_secret: null }), { status }),
    );
  });
  return sentKeys;
}

function answeringUnderWay(times: number): { count: number } {
  const requests = { count: 0 };
  vi.stubGlobal('fetch', () => {
    requests.count += 1;
    const isUnderWay = requests.count <= times;
    const body = isUnderWay ? { message: 'm', code: 'idempotency_key_in_use' } : { pending_payment_intent_secret: null };
    return Promise.resolve(
      new Response(JSON.stringify(body), { status: isUnderWay ? 409 : 200, headers: isUnderWay ? { 'Retry-After': '1' } : {} }),
    );
  });
  return requests;
}

const send = (what: object = input) => callWithRetries('updateSubscription', what as typeof input, () => Promise.resolve());

it('sends the same attempt again until it is answered', async () => {
  const sentKeys = answering(null, 500, 200);
  expect((await send()).status).toBe(200);
  expect(sentKeys).toEqual(['k', 'k', 'k']);
});

it('waits for an earlier request of its attempt that is still under way, however long within a minute', async () => {
  const requests = answeringUnderWay(20);
  expect((await send()).status).toBe(200);
  expect(requests.count).toBe(21);
  const longer = answeringUnderWay(Infinity);
  await expect(send()).rejects.toMatchObject({ status: 409, code: 'idempotency_key_in_use' });
  expect(longer.count).toBe(61);
});

it('sends once what names no attempt', async () => {
  const sentKeys = answering(null, 200);
  await expect(send({ params: input.params, body: input.body })).rejects.toMatchObject({ status: null });
  expect(sentKeys).toHaveLength(1);
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
