import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { newToken, type NewTokenTerms } from '#tests/support/new-token.ts';
import { storedDigest } from '#tests/support/stored-digest.ts';

vi.setConfig({ testTimeout: 120_000 });

const slug = 'payg';
const ofProposals = new Set([
  'proposals',
  'audit_entries',
  'platform_events',
  'webhook_deliveries',
  'notices',
  'notice_deliveries',
  'postbox_messages',
]);

onMoneyPlatformWith({ kinds: ['pglite'], organizations: ['payg', 'free-one'] }, (money) => {
  const connect = async (token: string): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1' });
    const headers = { Authorization: `Bearer ${token}` };
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', money().platform.origin), { requestInit: { headers } });
    await client.connect(transport);
    return client;
  };
  const clientWith = async (scopes: NewTokenTerms['scopes']) => connect((await newToken(money().platform, slug, { scopes })).token);
  const call = async (client: Client, name: string, args: Record<string, unknown> = {}): Promise<any> =>
    client.callTool({ name, arguments: args });

  it('an agent reads the bill, explains a line, asks for a price and proposes a change', async () => {
    const client = await clientWith(['billing:read', 'propose']);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'read_bill',
      'explain_line',
      'usage',
      'forecast',
      'price_tag',
      'propose',
    ]);
    const bill = (await call(client, 'read_bill')).structuredContent;
    const { id: lineId } = bill.lines.find(({ usage_metric: metric }: { usage_metric?: string }) => metric === 'EGRESS');
    expect((await call(client, 'explain_line', { line_id: lineId })).structuredContent).toMatchObject({ id: lineId, derivation: {} });
    expect((await call(client, 'usage')).structuredContent.usages.length).toBeGreaterThan(0);
    expect((await call(client, 'forecast', { cycles: 1 })).structuredContent.events.length).toBeGreaterThan(0);
    const price = await call(client, 'price_tag', { item: 'usage', metric: 'EGRESS', quantity: 100_000_000_000 });
    expect(price.structuredContent.full_month.total_cents).toBe(900);
    const asked = await call(client, 'propose', { act: 'plan', tier: 'tier_team', reason: 'More support' });
    expect(asked.structuredContent).toMatchObject({ status: 'open', is_by_token: true });
    const { proposals } = (await money().send('GET', `/platform/organizations/${slug}/billing/proposals`)).body;
    expect(proposals[0].id).toBe(asked.structuredContent.id);
  });

  it('lists and runs only the tools of the scopes, and names what is wrong with a call', async () => {
    const client = await clientWith(['propose']);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['propose']);
    const refused = await call(client, 'read_bill');
    expect([refused.isError, refused.content[0].text]).toEqual([true, 'This token lacks the scope billing:read']);
    const wrong = await call(client, 'propose', { act: 'plan', reason: 'We need it' });
    expect([wrong.isError, wrong.content[0].text]).toEqual([true, expect.stringContaining('tier: is required for plan')]);
    await expect(call(client, 'pay')).rejects.toThrow('There is no tool pay');
  });

  it('refuses callers without a token, members, ended tokens, other sites and other methods', async () => {
    const post = async (headers: Record<string, string>, as?: string) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
      const all = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers };
      return money().platform.ask('/mcp', { method: 'POST', headers: all, body, ...(as === undefined ? {} : { as }) });
    };
    const { id, token } = await newToken(money().platform, slug, { scopes: ['billing:read'] });
    const bearer = { Authorization: `Bearer ${token}` };
    expect((await post(bearer)).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    const anonymous = await post({});
    expect([anonymous.status, anonymous.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    expect((await post({}, 'owner')).status).toBe(401);
    expect((await post({ ...bearer, Origin: 'https://evil.example' })).status).toBe(403);
    expect((await money().platform.ask('/mcp', { headers: bearer })).status).toBe(405);
    await money().send('DELETE', `/platform/organizations/${slug}/tokens/${id}`);
    expect((await post(bearer)).status).toBe(401);
  });

  it('no sequence of calls spends: every table but those of proposals stays as it is', async () => {
    const client = await clientWith(['billing:read', 'usage:write', 'propose']);
    const others = async () => (await storedDigest(money().db)).split('\n').filter((line) => !ofProposals.has(line.split(' ')[0] ?? ''));
    await money().settled();
    const before = await others();
    const proposal = fc.record({
      act: fc.constantFrom('plan', 'spend_cap', 'limit', 'top_up'),
      tier: fc.option(fc.constantFrom('tier_free', 'tier_pro', 'tier_payg', 'tier_team'), { nil: undefined }),
      amount_cents: fc.option(fc.constantFrom(0, 10_000, 50_000), { nil: undefined }),
      basis: fc.option(fc.constantFrom('bill', 'overage'), { nil: undefined }),
      reason: fc.constant('An agent asks'),
    });
    const step = fc.oneof(
      fc.record({ name: fc.constant('propose'), args: proposal }),
      fc.record({ name: fc.constantFrom('read_bill', 'usage', 'forecast'), args: fc.constant({}) }),
      fc.record({ name: fc.constant('explain_line'), args: fc.record({ line_id: fc.constantFrom('EGRESS.primary', 'plan', 'none') }) }),
      fc.record({
        name: fc.constant('price_tag'),
        args: fc.record({ item: fc.constantFrom('project', 'usage', 'replica'), compute_size: fc.constantFrom('small', 'xlarge') }),
      }),
    );
    let proposed = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const { name, args } of steps) {
          const { isError } = await call(client, name, JSON.parse(JSON.stringify(args)));
          if (name === 'propose' && isError !== true) proposed += 1;
        }
      }),
      { numRuns: 12 },
    );
    await money().settled();
    expect(await others()).toEqual(before);
    expect(proposed).toBeLessThanOrEqual(5);
  });
});
