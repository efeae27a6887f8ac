import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { apiVersion } from '#server/gateway/stripe/create-gateway.ts';
import { eventTypes } from '#server/payments/events.ts';
import { findingOf, lookAtGateway } from '#server/start/outside-parts.ts';
import { readConfig } from '#server/settings/config.ts';
import { checkMetrics, checkProviderClient } from './check-accounts.ts';
import { endpointFault } from './check-webhook.ts';
import { findingLine, lookAtCharges, lookAtEmail, lookAtTax, withClock } from './doctor.ts';

let server: Server | undefined;
afterEach(() => server?.close());

async function serve(answer: RequestListener): Promise<{ origin: string; port: number }> {
  const made = createServer(answer);
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  const { port } = made.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port };
}

const json = (status: number, body: unknown) => serve((_request, response) => response.writeHead(status).end(JSON.stringify(body)));
const gatewayAt = (address: string) => ({
  address,
  secretKey: 'sk_test_1',
  publishableKey: 'pk_test_1',
  webhookSecret: 'whsec_1',
  previousWebhookSecret: null,
});

it('does not check charges of a platform that does not answer or is not ready', async () => {
  const silent = await lookAtCharges({ host: '127.0.0.1', port: 1 });
  expect(findingLine(silent)).toBe('not checked charges   The platform does not respond yet.');
  const { port } = await json(503, { status: 'not ready', why: 'starting' });
  expect(await lookAtCharges({ host: '127.0.0.1', port })).toMatchObject({
    ok: true,
    unchecked: true,
    text: 'The platform is not ready yet.',
  });
});

it.each([
  [{ status: 'ready' }, { part: 'charges', ok: true, text: 'Charges are made.' }],
  [
    { payments: 'paused', why: 'other_database' },
    { ok: false, text: expect.stringContaining('other_database') },
  ],
  [
    { payments: 'paused', why: 'charges_paused' },
    { ok: false, text: expect.stringContaining('billing resume') },
  ],
])('reports the charges of a ready platform that says %o', async (body, expected) => {
  const { port } = await json(200, body);
  expect(await lookAtCharges({ host: '127.0.0.1', port })).toMatchObject(expected);
});

it('says "ok" for nothing that is not set up', async () => {
  const production = { ...readConfig({}), mode: 'production' } as const;
  const lines = [await lookAtEmail(production), await checkMetrics(production)].map(findingLine);
  expect(lines).toEqual([
    'not checked mail      No email is sent yet, and notices wait; set SMTP_URL and MAIL_FROM.',
    'not checked metrics   No metrics are served, because METRICS_TOKEN is not set.',
  ]);
});

it('shows what invoices say about tax, and asks for the reason that a seller with a VAT number owes', () => {
  const { seller } = readConfig({});
  expect(findingLine(lookAtTax({ seller }))).toBe(
    'ok          tax       Invoices say "No tax was charged. The seller is not registered for tax where the customer is.".',
  );
  const registered = { ...seller, seller: { name: 'Lantern', address: ['Berlin'], registration: 'HRB 1', vat_number: 'DE1' } };
  expect(findingLine(lookAtTax({ seller: registered }))).toBe(
    'not checked tax       Invoices say that no tax was charged, but not why; set SELLER_NO_TAX_REASON.',
  );
});

it('does not check a clock without another one', () => {
  expect(withClock([]).map(findingLine)).toEqual(["not checked clock     This machine's clock could not be compared with another."]);
  const compared = findingOf('clock', true, "This machine's clock agrees with that of the database");
  expect(withClock([compared]).map(findingLine)).toEqual(["ok          clock     This machine's clock agrees with that of the database."]);
});

it.each([
  [200, true],
  [403, true],
  [401, false],
  [404, false],
  [429, false],
  [500, false],
])('judges the key by the answer %i of the gateway', async (status, ok) => {
  const { origin } = await json(status, {});
  expect(await lookAtGateway({ gateway: gatewayAt(origin) })).toMatchObject({ ok });
});

const address = 'https://billing.example/webhooks/gateway';
const types = Object.values(eventTypes).flat();
const endpoint = { id: 'we_1', url: address, status: 'enabled', api_version: apiVersion, enabled_events: types };

it.each([
  ['is right', [endpoint], null],
  ['gets all events', [{ ...endpoint, enabled_events: ['*'] }], null],
  ['is absent', [{ ...endpoint, url: 'https://other.example' }], `The gateway has no webhook endpoint ${address}`],
  ['is disabled', [{ ...endpoint, status: 'disabled' }], 'we_1 is disabled; enable it'],
  ['has another version', [{ ...endpoint, api_version: '2020-01-01' }], `we_1 has API version 2020-01-01; create one with ${apiVersion}`],
  ['has the version of the account', [{ ...endpoint, api_version: null }], 'has API version of the account'],
  ['lacks events', [{ ...endpoint, enabled_events: types.slice(2) }], `does not send ${types[0]}, ${types[1]}; add them`],
])("reports an endpoint of the gateway's list that %s", async (_, data, fault) => {
  const { origin } = await json(200, { object: 'list', data });
  const found = await endpointFault(gatewayAt(origin), address);
  expect(found).toEqual(fault === null ? null : expect.stringContaining(fault));
});

it('reports a list of endpoints that the key may not read', async () => {
  const { origin } = await json(403, {});
  expect(await endpointFault(gatewayAt(origin), address)).toMatch(/can't be listed; allow STRIPE_SECRET_KEY to read them$/);
});

it.each([
  ['staff', false, 'The provider does not send browsers back to https://billing.example/staff/approvals/callback'],
  [null, true, 'The provider accepts the client'],
])('checks the redirect address of staff with the group %s', async (staffGroup, ok, text) => {
  const { origin } = await serve((request, response) => {
    const origin = `http://${request.headers.host}`;
    const { pathname, searchParams } = new URL(request.url ?? '', origin);
    const redirect = searchParams.get('redirect_uri') ?? '';
    if (pathname === '/authorize' && redirect.endsWith('/auth/oidc/callback'))
      response.writeHead(302, { Location: `${redirect}?error=login_required` }).end();
    else if (pathname === '/token') response.end(JSON.stringify({ error: 'invalid_grant' }));
    else if (pathname === '/authorize') response.writeHead(400).end();
    else response.end(JSON.stringify({ authorization_endpoint: `${origin}/authorize`, token_endpoint: `${origin}/token` }));
  });
  const oidc = { issuer: origin, clientId: 'billing', clientSecret: 'secret', staffGroup };
  const config = { oidc, publicOrigin: 'https://billing.example' } as unknown as Parameters<typeof checkProviderClient>[0];
  expect(await checkProviderClient(config)).toEqual([{ part: 'client', ok, text: expect.stringContaining(text) }]);
});
