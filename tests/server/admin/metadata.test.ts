import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorOf, once, type Operator } from '#tests/support/operator.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

const ref = 'abcdefghijklmnopqrst';

let platform: TestPlatform;
let operator: Operator;

beforeAll(async () => {
  platform = await startPlatform('pglite', { LOG_LEVEL: 'error' }, { automatic: false });
  operator = await operatorOf(platform);
});
afterAll(() => platform?.stop());

const put = (path: string, body: object) => operator.ask('PUT', path, body);
const read = async (path: string) => (await operator.ask('GET', path)).body;

it('keeps what programs store about an organization, a project and a replica', async () => {
  const kept = { 'crm.id': '1842', note: 'Ångström ✓' };
  expect((await put('/organizations/kept', { name: 'Kept', metadata: kept })).body.metadata).toEqual(kept);
  const project = { name: 'shop', metadata: { cluster: 'eu-1' } };
  expect((await put(`/organizations/kept/projects/${ref}`, project)).body.metadata).toEqual({ cluster: 'eu-1' });
  const replica = { name: 'near', kind: 'replica', parent_ref: ref, metadata: { cluster: 'us-1' } };
  expect((await put('/organizations/kept/projects/bbcdefghijklmnopqrst', replica)).status).toBe(201);
  expect((await read('/organizations/kept')).metadata).toEqual(kept);
  expect((await read('/organizations/kept/projects')).projects.map(({ metadata }: any) => metadata)).toEqual([
    { cluster: 'eu-1' },
    { cluster: 'us-1' },
  ]);
});

it('stays where it is not named, is replaced where it is, and ends with an empty one', async () => {
  expect((await put('/organizations/kept', { name: 'Kept on' })).body.metadata).toHaveProperty('note');
  const before = (await read('/organizations/kept')).updated_at;
  const changed = (await put('/organizations/kept', { name: 'Kept on', metadata: { only: 'this' } })).body;
  expect([changed.metadata, changed.updated_at >= before]).toEqual([{ only: 'this' }, true]);
  const same = await put(`/organizations/kept/projects/${ref}`, { name: 'shop', metadata: {} });
  expect([same.status, same.body.metadata]).toEqual([200, {}]);
});

it('keeps metadata of an invoice, also of a final one, and shows it in both lists', async () => {
  const { id } = (await read('/organizations/pro-payg/invoices?status=paid&limit=1')).invoices[0];
  const answer = await put(`/invoices/${id}/metadata`, { metadata: { erp: 'INV-1' } });
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ id, metadata: { erp: 'INV-1' } })]);
  const own = (await read('/organizations/pro-payg/invoices?status=paid&limit=1')).invoices[0];
  expect(own.metadata).toEqual({ erp: 'INV-1' });
  const found = (await read(`/invoices?from=${own.period_end}&until=${own.period_end + 1}&limit=100`)).invoices;
  expect(found).toContainEqual(expect.objectContaining({ id, metadata: { erp: 'INV-1' } }));
  expect((await put('/invoices/in_0000000000/metadata', { metadata: {} })).status).toBe(404);
});

it('refuses more than 50 keys, long values and keys of other forms', async () => {
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`key-${index}`, 'x']));
  for (const metadata of [many, { long: 'x'.repeat(501) }, { 'a b': 'x' }, { number: 1 }, { evil: '\u202E' }, 'text']) {
    const { status, body } = await put('/organizations/kept', { name: 'Kept', metadata });
    expect([status, body.errors[0].path]).toEqual([400, expect.stringMatching(/^body\.metadata/)]);
  }
  expect((await put('/organizations/kept', { name: 'Kept', metadata: Object.fromEntries(Object.entries(many).slice(1)) })).status).toBe(
    200,
  );
});

it('is in the audit log with the values before and after, and members do not see it', async () => {
  expect((await put('/organizations/kept', { name: 'Kept', metadata: { only: 'that' } })).status).toBe(200);
  const { body } = await platform.ask('/platform/organizations/pro-payg/billing/audit', { as: 'owner' });
  expect(body.entries.find(({ what }: any) => what === 'metadata')).toMatchObject({ after: { values: { erp: 'INV-1' }, kind: 'invoice' } });
  const { body: activity } = await platform.ask('/platform/organizations/pro-payg/activity', { as: 'owner' });
  expect(JSON.stringify(activity)).not.toContain('INV-1');
});

it('ends with the erasure of its organization', async () => {
  expect((await operator.ask('DELETE', '/organizations/kept')).status).toBe(202);
  const later = platform.context.clock.offsetMs() + 60 * 86_400_000;
  platform.context.clock.moveTo(later);
  const erased = await operator.ask('POST', '/organizations/kept/erasure', { reason: 'Requested' }, once());
  expect([erased.status, erased.body.places]).toEqual([
    200,
    expect.arrayContaining([{ table: 'operator_metadata', rows: expect.any(Number) }]),
  ]);
  expect((await read('/organizations/kept')).metadata).toEqual({});
});
