import { describe, expect, it } from 'vitest';
import { projectRef } from '#server/seed/identifiers.ts';
import { onEachStore, type TestPlatform } from '#tests/support/platform.ts';

const token = 'sandbox-service-token';
const organization = (slug: string) => `/platform/organizations/${slug}`;
const app = projectRef('card-no-address', 'members-app');
const foreign = projectRef('pro-capped', 'tracking');

const post = (
  { ask }: TestPlatform,
  body: unknown,
  headers: Record<string, string> = { Authorization: `Bearer ${token}` },
  slug = 'card-no-address',
) =>
  ask(`${organization(slug)}/usage/records`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

onEachStore(
  (platform) => {
    const now = () => platform().context.clock.nowSeconds();
    const record = (id: string, changes: Record<string, unknown> = {}) => ({
      id,
      project_ref: app,
      metric: 'FUNCTION_INVOCATIONS',
      at: now() - 600,
      quantity: 10,
      ...changes,
    });
    const used = async (metric = 'FUNCTION_INVOCATIONS') => {
      const { body } = await platform().ask(`${organization('card-no-address')}/usage`, { as: 'owner' });
      return body.usages.find((usage: { metric: string }) => usage.metric === metric).usage_original;
    };

    it('counts every good record once and names what is wrong with each of the others', async () => {
      const before = await used();
      const { body: subscription } = await platform().ask(`${organization('card-no-address')}/billing/subscription`, { as: 'owner' });
      const records = [
        record('good-1'),
        record('good-1'),
        record('good-1', { quantity: 11 }),
        record('late', { at: subscription.current_period_start - 70 * 86_400 }),
        record('negative', { quantity: -1 }),
        record('future', { at: now() + 3600 }),
        record('unknown', { metric: 'TELEPATHY' }),
        record('foreign', { project_ref: foreign }),
        record('fraction', { quantity: 0.5 }),
        record('huge', { quantity: 2e15 }),
        record('text', { quantity: '10' }),
        record('extra', { colour: 'red' }),
        record('', {}),
        'no record',
        null,
        { id: 'empty' },
        record('span-without-end', { metric: 'STORAGE_SIZE' }),
        record('backwards', { metric: 'STORAGE_SIZE', until: now() - 700 }),
        record('good-2', { metric: 'STORAGE_SIZE', until: now() - 300, quantity: 5e9 }),
        record('good-3', { metric: 'EGRESS', category: 'storage', quantity: 1e9 }),
        record('cause', { metric: 'EGRESS', category: 'gossip' }),
      ];
      const { status, body } = await post(platform(), { records });
      expect(status).toBe(200);
      expect([body.accepted, body.duplicates]).toEqual([3, 1]);
      expect(body.rejected.map(({ index, id, path, code }: Record<string, unknown>) => [index, id, path, code])).toEqual([
        [2, 'good-1', 'id', 'id_reused'],
        [3, 'late', 'at', 'late'],
        [4, 'negative', 'quantity', 'negative_quantity'],
        [5, 'future', 'at', 'future'],
        [6, 'unknown', 'metric', 'unknown_metric'],
        [7, 'foreign', 'project_ref', 'unknown_project'],
        [8, 'fraction', 'quantity', 'invalid_quantity'],
        [9, 'huge', 'quantity', 'quantity_too_large'],
        [10, 'text', 'quantity', 'malformed'],
        [11, 'extra', 'colour', 'malformed'],
        [12, '', 'id', 'malformed'],
        [13, null, '', 'malformed'],
        [14, null, '', 'malformed'],
        [15, 'empty', 'project_ref', 'malformed'],
        [16, 'span-without-end', 'until', 'invalid_span'],
        [17, 'backwards', 'until', 'invalid_span'],
        [20, 'cause', 'category', 'malformed'],
      ]);
      expect(await used()).toBe(before + 10);
      expect(await used('EGRESS')).toBe(1e9);
    });

    it('counts overlapping batches once, however often they are sent', async () => {
      const before = await used();
      const batch = (from: number) => ({
        records: Array.from({ length: 10 }, (_, index) => record(`overlap-${from + index}`, { at: now() - 5000 - from - index })),
      });
      const first = batch(0);
      const second = { records: [...first.records.slice(5), ...batch(10).records] };
      expect((await post(platform(), first)).body).toMatchObject({ accepted: 10, duplicates: 0, rejected: [] });
      expect((await post(platform(), second)).body).toMatchObject({ accepted: 10, duplicates: 5, rejected: [] });
      expect((await post(platform(), first)).body).toMatchObject({ accepted: 0, duplicates: 10, rejected: [] });
      expect((await post(platform(), second)).body).toMatchObject({ accepted: 0, duplicates: 15, rejected: [] });
      expect(await used()).toBe(before + 200);
    });

    it('refuses an id that comes back with another meaning', async () => {
      const at = now() - 900;
      await post(platform(), { records: [record('meaning', { at })] });
      const again = await post(platform(), {
        records: [record('meaning', { at }), record('meaning-2', { at }), record('meaning', { at, quantity: 99 })],
      });
      expect(again.body).toMatchObject({ accepted: 1, duplicates: 1, rejected: [{ index: 2, id: 'meaning', code: 'id_reused' }] });
    });

    it('takes whole numbers as other programs write them', async () => {
      const before = await used();
      const text = JSON.stringify({ records: [record('written-1'), record('written-2')] });
      const [first = '', second = '', last = ''] = text.split('"quantity":10');
      expect((await post(platform(), `${first}"quantity":1e1${second}"quantity":10.0${last}`)).body).toMatchObject({
        accepted: 2,
        rejected: [],
      });
      expect(await used()).toBe(before + 20);
    });

    it('lets the same id stand for one record in each organization', async () => {
      const records = [{ ...record('shared-id'), project_ref: foreign }];
      expect((await post(platform(), { records }, undefined, 'pro-capped')).body.accepted).toBe(1);
      expect((await post(platform(), { records: [record('shared-id')] })).body.accepted).toBe(1);
    });

    it('shows egress by its cause, with either spelling of the project', async () => {
      const at = now();
      const start = new Date((at - 2 * 86_400) * 1000).toISOString();
      const end = new Date((at + 1) * 1000).toISOString();
      const daily = (name: string) =>
        platform().ask(`${organization('card-no-address')}/usage/daily?start=${start}&end=${end}&${name}=${app}`, { as: 'viewer' });
      const [first, second] = await Promise.all([daily('projectRef'), daily('project_ref')]);
      expect(first.body).toEqual(second.body);
      const egress = first.body.usages.find(({ metric }: { metric: string }) => metric === 'EGRESS');
      expect(egress).toMatchObject({ usage: 1, usage_original: 1e9, breakdown: { storage: 1e9, rest: 0 } });
      expect(first.body.usages.find(({ metric }: { metric: string }) => metric === 'FUNCTION_INVOCATIONS').breakdown).toBeNull();
      expect(first.body.usages.filter(({ metric }: { metric: string }) => metric === 'COMPUTE_HOURS_XS').length).toBeGreaterThan(1);
    });

    describe('is for programs', () => {
      it.each([
        ['nobody', {}, 401],
        ['a wrong token', { Authorization: 'Bearer sandbox-service-tokem' }, 401],
        ['half a token', { Authorization: 'Bearer sandbox' }, 401],
      ])('and refuses %s', async (_, headers, status) => {
        expect((await post(platform(), { records: [record('x')] }, headers)).status).toBe(status);
      });

      it('and refuses a member, whatever they may do otherwise', async () => {
        const session = await platform().token('owner');
        const answer = await post(platform(), { records: [record('x')] }, { Cookie: `session=${session}` });
        expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
      });

      it('and tells them which organization does not exist', async () => {
        expect((await post(platform(), { records: [record('x')] }, undefined, 'nowhere')).status).toBe(404);
      });

      it('whose token opens nothing else', async () => {
        const answer = await platform().ask(organization('card-no-address'), { headers: { Authorization: `Bearer ${token}` } });
        expect(answer.status).toBe(401);
      });
    });

    it.each([
      ['no records', { records: [] }, 'body.records'],
      ['too many', { records: Array.from({ length: 5001 }, () => 1) }, 'body.records'],
      ['no list', { records: 'all' }, 'body.records'],
      ['something more', { records: [1], more: true }, 'body.more'],
      ['no object', [], 'body'],
    ])('refuses a batch with %s as a whole', async (_, body, path) => {
      const answer = await post(platform(), body);
      expect([answer.status, answer.body.errors[0].path]).toEqual([400, path]);
    });

    it('takes a large batch and refuses one without end', async () => {
      const long = Array.from({ length: 4000 }, (_, index) => record(`long-${index}`, { at: now() - 3000, quantity: 1 }));
      expect((await post(platform(), { records: long })).body).toEqual({ accepted: 4000, duplicates: 0, held: 0, rejected: [] });
      expect((await post(platform(), `{"records": ["${'x'.repeat(3_000_000)}"]}`)).status).toBe(413);
    });

    it.each([
      ['usage/daily?start=2026-01-01', 'query.end'],
      ['usage/daily?start=yesterday&end=2026-01-01', 'query.start'],
      ['usage/daily?start=2026-01-02&end=2026-01-01', 'query.end'],
      ['usage/daily?start=2020-01-02&end=2026-01-01', 'query.end'],
      ['usage/daily?start=2026-01-01&end=2026-01-02&projectRef=x', 'query.projectRef'],
      [`usage/daily?start=2026-01-01&end=2026-01-02&projectRef=${app}&project_ref=${foreign}`, 'query.projectRef'],
      ['usage?start=2026-01-01', 'query.end'],
      ['billing/invoices/upcoming?breakdown_limit=-1', 'query.breakdown_limit'],
      ['billing/invoices/upcoming?breakdown_limit=1e2', 'query.breakdown_limit'],
      ['billing/invoices/upcoming/lines/IPV4.primary/breakdown?cursor=abc', 'query.cursor'],
      ['billing/invoices/upcoming/lines/IPV4.primary/breakdown?limit=0', 'query.limit'],
    ])('refuses the read %s and names the field', async (path, field) => {
      const answer = await platform().ask(`${organization('card-no-address')}/${path}`, { as: 'owner', headers: { Version: '2' } });
      expect([answer.status, answer.body.errors?.[0].path]).toEqual([400, field]);
    });

    it("answers 404 for another organization's project, and for a line that is not there", async () => {
      const ask = (path: string) =>
        platform().ask(`${organization('card-no-address')}/${path}`, { as: 'owner', headers: { Version: '2' } });
      expect((await ask(`usage?project_ref=${foreign}`)).status).toBe(404);
      expect((await ask(`usage/daily?start=2026-01-01&end=2026-01-02&project_ref=${foreign}`)).status).toBe(404);
      expect((await ask('billing/invoices/upcoming/lines/TELEPATHY.primary/breakdown')).status).toBe(404);
      expect((await ask('billing/invoices/in_00000000/lines')).status).toBe(404);
    });
  },
  undefined,
  undefined,
  'database',
);
