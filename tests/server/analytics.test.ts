import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

const received: { headers: IncomingHttpHeaders; body: unknown }[] = [];
const receiver = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => (text += String(chunk)));
  request.on('end', () => {
    received.push({ headers: request.headers, body: JSON.parse(text) });
    response.writeHead(204).end();
  });
});
let platform: TestPlatform;
let silent: TestPlatform;

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  [platform, silent] = await Promise.all([
    startPlatform('pglite', { ANALYTICS_URL: `http://127.0.0.1:${port}/events` }),
    startPlatform('pglite'),
  ]);
});
afterAll(async () => {
  await Promise.all([platform?.stop(), silent?.stop()]);
  receiver.close();
});

const clicked = { name: 'plan_call_to_action_clicked', organization: 'pro-payg', plan: 'team', currentPlan: 'pro' };
const post = (to: TestPlatform, event: object, headers: Record<string, string> = {}, as: string | null = 'owner') =>
  to.ask('/reports/events', {
    ...(as === null ? {} : { as }),
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(event),
  });

it('relays an event without anything of who caused it', async () => {
  expect((await post(platform, clicked, { 'X-Forwarded-For': '203.0.113.7', 'User-Agent': 'Somebody' })).status).toBe(204);
  await expect.poll(() => received.length).toBe(1);
  const [{ headers, body }] = received as [(typeof received)[0]];
  expect(body).toEqual({ name: 'plan_call_to_action_clicked', plan: 'team', currentPlan: 'pro', at: expect.any(Number) });
  expect(headers).not.toHaveProperty('cookie');
  expect(JSON.stringify(headers)).not.toMatch(/203\.0\.113|Somebody/);
});

it.each([
  ['what is no event', { ...clicked, plan: 'gold' }, {}, 'owner', 400],
  ['more than an event says', { ...clicked, email: 'owner@example.com' }, {}, 'owner', 400],
  ['an event of another site', clicked, { Origin: 'https://other.example' }, 'owner', 403],
  ['an event of nobody', clicked, {}, null, 401],
])('refuses %s', async (_, event, headers, as, status) => {
  const before = received.length;
  expect((await post(platform, event, headers, as)).status).toBe(status);
  expect(received).toHaveLength(before);
});

it('tells the page to send events only where an address is set', async () => {
  const page = async (of: TestPlatform) => String((await of.ask('/org/pro-payg/billing', { as: 'owner' })).body);
  expect(await page(platform)).toContain('"analytics":"relay"');
  expect(await page(silent)).toContain('"analytics":"silent"');
  expect((await post(silent, clicked)).status).not.toBe(204);
});
