import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { logsText } from '#tests/support/sees-text.ts';
import { CallError } from '#lib/call-error.ts';
import { pageTexts } from '#lib/texts/page.ts';

let server: Server;
let requests: IncomingMessage[];
let answer: { status: number; headers: Record<string, string>; body: string };

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    requests.push(request);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  vi.stubEnv('VITE_API_URL', `http://127.0.0.1:${port}`);
  vi.resetModules();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await new Promise((resolve) => server.close(resolve));
});

const load = async () => (await import('./call.ts')).callPlatform;
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('succeeded');
    },
    (error: unknown) => error as CallError,
  );

it('writes path and query, and reads body and total count', async () => {
  answer = { status: 200, headers: { 'X-Total-Count': '12' }, body: '[]' };
  const call = await load();
  const { data, totalCount } = await call('listInvoices', { params: { slug: 'a b/c' }, query: { offset: 5, limit: 5 } });
  expect(requests[0]?.url).toBe('/platform/organizations/a%20b%2Fc/billing/invoices?offset=5&limit=5');
  expect([data, totalCount]).toEqual([[], '12']);
});

it('asks nothing without its parameters', async () => {
  const logged: string[] = [];
  vi.spyOn(console, 'warn').mockImplementation((text: string) => void logged.push(text));
  const call = await load();
  const error = await errorOf(call('getOrganization', { params: { slug: '' } }));
  expect([error.message, requests.length]).toEqual(['slug is required', 0]);
  await logsText(logged, 'page.slugRequired');
  vi.restoreAllMocks();
});

it('turns a refusal into an error with its fields and the wait that was asked for', async () => {
  answer = {
    status: 429,
    headers: { 'Retry-After': '3' },
    body: JSON.stringify({
      message: 'Too many',
      code: 'rate_limited',
      request_id: 'req_1',
      errors: [{ path: 'query.limit', message: 'no' }],
    }),
  };
  const error = await errorOf((await load())('getProfile', {}));
  expect(error).toMatchObject({
    status: 429,
    code: 'rate_limited',
    requestId: 'req_1',
    retryAfterMs: 3000,
    message: 'Too many',
    fields: [{ path: 'query.limit' }],
  });
});

it('says something useful when the answer is no JSON, and when none comes', async () => {
  answer = { status: 502, headers: {}, body: '<html>' };
  const call = await load();
  expect((await errorOf(call('getProfile', {}))).message).toBe('The platform answered with status 502');
  await new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  expect(await errorOf(call('getProfile', {}))).toMatchObject({ status: null, code: 'unreachable' });
});

it('says that nothing was sent if its own code is gone, and blames no connection', async () => {
  vi.doMock('#contract/money-calls.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  // With unsaved input, the page is not reloaded.
  vi.doMock('./ended-session.ts', () => ({ holdsInput: () => true }));
  vi.stubGlobal('navigator', { onLine: true });
  const call = await load();
  const error = await errorOf(call('deletePaymentMethod', { params: { slug: 'acme' }, body: { card_id: 'pm_1' } }));
  for (const mocked of ['#contract/money-calls.ts', './ended-session.ts']) vi.doUnmock(mocked);
  vi.unstubAllGlobals();
  expect([error.code, error.message, requests.length]).toEqual(['code_missing', pageTexts.partFailed, 0]);
});

it('takes the time from the answer', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z'), toFake: ['Date'] });
  answer = { status: 200, headers: { Date: 'Fri, 13 Mar 2026 10:00:00 GMT' }, body: '[]' };
  const call = await load();
  await call('getPermissions', {});
  const { serverNowMs: now } = await import('./server-now.ts');
  vi.useRealTimers();
  const ahead = Date.parse('2026-03-13T10:00:00Z') - Date.parse('2026-01-01T00:00:00Z');
  const before = Date.now();
  const serverTime = now() - ahead;
  expect(serverTime).toBeGreaterThanOrEqual(before - 1);
  expect(serverTime).toBeLessThanOrEqual(Date.now() + 1);
});
