import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { moneyOrganizations } from '#tests/support/money-organizations.ts';
import { payerAt, testCard } from '#tests/support/payer.ts';
import { startPlatform } from '#tests/support/platform.ts';
import { secretsIn } from '#tests/support/secrets.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: { readonly key: string; readonly value: Record<string, unknown> }[];
}

const [server, client] = [2, 3];

describe.skipIf(inject('postgresUrl') === null)('with a collector of traces', () => {
  let collector: Server;
  let endpoint: string;
  const spans: Span[] = [];
  const services = new Set<unknown>();

  beforeAll(async () => {
    collector = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += String(chunk)));
      request.on('end', () => {
        const { resourceSpans } = JSON.parse(text) as { resourceSpans: any[] };
        for (const { resource, scopeSpans } of resourceSpans) {
          services.add(resource.attributes.find(({ key }: any) => key === 'service.name')?.value.stringValue);
          for (const scope of scopeSpans) spans.push(...scope.spans);
        }
        response.writeHead(request.url === '/v1/traces' ? 200 : 404).end('{}');
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => collector.close(resolve)));

  it('one trace goes from the request through the database to the call of the gateway', async () => {
    const platform = await startPlatform(
      'postgres',
      { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: 'billing-test' },
      { seeds: moneyOrganizations, automatic: false },
    );
    const { card } = payerAt(platform);
    const traceId = 'abcdefabcdefabcdefabcdefabcdef01';
    const answers = await Promise.all(
      ['free-one', 'free-two'].map(async (slug, index) =>
        platform.ask(`/platform/organizations/${slug}/billing/subscription`, {
          as: 'owner',
          method: 'PUT',
          headers: { 'Content-Type': 'application/json', ...(index === 0 ? { traceparent: `00-${traceId}-1234567890abcdef-01` } : {}) },
          body: JSON.stringify({ tier: 'tier_pro', payment_method: await card(testCard.good) }),
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await platform.stop();

    const requests = spans.filter(({ name, kind }) => kind === server && name === 'PUT updateSubscription');
    expect(requests).toHaveLength(2);
    // Only this request continues the trace of the caller.
    expect(requests.filter((span) => span.traceId === traceId)).toMatchObject([{ parentSpanId: '1234567890abcdef' }]);
    expect(new Set(requests.map((span) => span.traceId)).size).toBe(2);
    for (const request of requests) {
      const traceSpans = spans.filter((span) => span.traceId === request.traceId);
      const named = (form: RegExp) => traceSpans.filter(({ name, kind }) => kind === client && form.test(name));
      expect(named(/^POST \/v1\/payment_intents$/).length).toBe(1);
      for (const form of [/^session_identity$/, /^begin$/, /^insert$/, /^commit$/])
        expect([form, named(form).length > 0]).toEqual([form, true]);
      for (const span of traceSpans.filter((one) => one !== request)) {
        expect(traceSpans.map(({ spanId }) => spanId)).toContain(span.parentSpanId);
        expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true);
      }
    }
    expect([...services]).toEqual(['billing-test']);
    // Random ids are removed, because a few of several thousand look like a card number.
    expect(secretsIn(spans.map((span) => ({ ...span, traceId: '', spanId: '', parentSpanId: '' })))).toEqual([]);
    expect(JSON.stringify(spans)).not.toMatch(/\b(pi|pm|cus|seti|cs)_\w*\d/);
  });

  it('a collector that never answers holds up no start, no request and no stop', async () => {
    const silent = createServer((request) => void request.resume());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const platform = await startPlatform(
      'postgres',
      { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` },
      { seeds: moneyOrganizations, automatic: false },
    );
    expect((await platform.ask('/readyz')).status).toBe(200);
    await platform.stop();
    expect(platform.logged).toContainEqual(expect.objectContaining({ event: 'traces_not_sent' }));
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });

  it('a collector that takes nothing costs no request', async () => {
    const platform = await startPlatform(
      'postgres',
      { OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/nowhere` },
      { seeds: moneyOrganizations, automatic: false },
    );
    expect((await platform.ask('/readyz')).status).toBe(200);
    await platform.stop();
    expect(platform.logged).toContainEqual(expect.objectContaining({ event: 'traces_not_sent' }));
  });
});
