import { loadModule } from '@libpg-query/parser';
import { NoopLogger, type Logger } from 'drizzle-orm/logger';
import { beforeAll, expect, it, vi } from 'vitest';
import { rowsOf, type Database } from '#server/database/database.ts';
import { globalTables, shardExceptions } from './global-tables.ts';
import { cells } from '#tests/server/authorization/cells.ts';
import { openMatrix } from '#tests/server/authorization/matrix.ts';
import { once, operatorOf } from '#tests/support/operator.ts';
import { onEachStore } from '#tests/support/platform.ts';
import { readCatalog } from './catalog-rules.ts';
import { unnamedStatements } from './unnamed-statements.ts';
import { unboundTables } from './statement-rules.ts';

vi.setConfig({ testTimeout: 120_000 });

beforeAll(() => loadModule());

const global = globalTables.map(({ table }) => table);
const listed = shardExceptions.flatMap(({ faults }) => faults);

async function faultsWith(db: Database, seeded: string): Promise<string[]> {
  const undone = new Error('seeded');
  let found: string[] = [];
  await db
    .transaction(async (tx) => {
      for (const statement of seeded.split(';;')) await tx.execute(statement);
      found = (await readCatalog(tx, global)).faults.filter((fault) => !listed.includes(fault));
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return found;
}

const seededFaults: readonly (readonly [seeded: string, faults: readonly string[]])[] = [
  ['create table surplus (id int)', ['column surplus']],
  ['create table surplus (organization_id int)', ['column surplus']],
  ['create table surplus (id int primary key, organization_id int not null)', ['unique surplus.surplus_pkey']],
  ['create table surplus (id int, organization_id int not null, primary key (organization_id, id))', []],
  ['create unique index surplus on notices (id, kind)', ['unique notices.surplus']],
  [
    'alter table notices add constraint surplus foreign key (organization_id) references subscriptions (organization_id) on delete cascade',
    [],
  ],
  ['alter table notices add column surplus text constraint surplus references projects (ref)', ['reference notices.surplus']],
  [
    `create function surplus() returns trigger language plpgsql as $$ begin update invoices set number = '1' where id = new.subject; return null; end $$;;
     create trigger surplus after insert on outbox for each row execute function surplus()`,
    ['trigger function surplus reaches invoices'],
  ],
  [
    `create function surplus() returns trigger language plpgsql as $$ begin
       update invoices set number = '1' where organization_id = new.organization_id and id = new.subject; return null; end $$;;
     create trigger surplus after insert on outbox for each row execute function surplus()`,
    [],
  ],
  [
    `create function surplus() returns trigger language plpgsql as $$ begin
       delete from invoices where organization_id = new.id; return null; end $$;;
     create trigger surplus after insert on members for each row execute function surplus()`,
    ['trigger function surplus reaches invoices'],
  ],
];

onEachStore(
  (platform) => {
    it('keeps each row of an organization on its shard, apart from what is listed', async () => {
      const { faults } = await readCatalog(platform().context.db, global);
      expect(faults.toSorted()).toEqual(listed.toSorted());
    });

    it.each(seededFaults)('knows what Citus would refuse: %s', async (seeded, faults) => {
      expect(await faultsWith(platform().context.db, seeded)).toEqual(faults);
    });

    it('refuses a part of a row that names no organization, or another one than the whole', async () => {
      const { db } = platform().context;
      const [none, other] = ['null', '(select max(id) from organizations o where o.id <> whole.organization_id)'].map((organization) => [
        `insert into project_addons (organization_id, project_id, type, variant)
          select ${organization}, whole.id, 'surplus', 'surplus' from projects whole limit 1`,
        `insert into invoice_lines select (jsonb_populate_record(whole, jsonb_build_object('organization_id', ${organization}, 'position', 999))).*
          from invoice_lines whole limit 1`,
      ]);
      for (const text of none ?? []) await expect(db.execute(text)).rejects.toMatchObject({ cause: { code: '23502' } });
      for (const text of other ?? []) await expect(db.execute(text)).rejects.toMatchObject({ cause: { code: '23503' } });
    });

    it('has partitions by organization where every request and every batch of usage writes', async () => {
      const found = await platform().context.db.execute(
        `select partrelid::regclass::text as table, pg_get_partkeydef(partrelid) as key,
          (select count(*)::int from pg_inherits where inhparent = partrelid) as parts
        from pg_partitioned_table where partrelid::regclass::text not like 'pgboss.%' order by 1`,
      );
      expect(rowsOf(found)).toEqual([
        { table: 'idempotency_keys', key: 'HASH (organization_id)', parts: 16 },
        { table: 'usage_records', key: 'HASH (organization_id)', parts: 16 },
      ]);
    });

    it('names the organization in each statement of a request, apart from what is listed', async () => {
      const { context } = platform();
      const { spread } = await readCatalog(context.db, global);
      const matrix = await openMatrix(platform());
      const { ask } = await operatorOf(platform());
      const texts = new Set<string>();
      const log = vi.spyOn(NoopLogger.prototype as Logger, 'logQuery').mockImplementation((text: string) => void texts.add(text));
      const admitted = cells.filter(({ expected, asker }) => expected === 'admitted' && (asker === 'owner' || asker === 'program'));
      expect(await matrix.check(admitted)).toEqual([]);
      const base = '/organizations/shards';
      const project = 's'.repeat(20);
      const record = {
        id: 'first',
        organization: 'shards',
        project_ref: project,
        metric: 'EGRESS',
        quantity: 5,
        at: context.clock.nowSeconds(),
      };
      const requests: [string, string, unknown?, number?][] = [
        ['PUT', base, { name: 'Shards', plan: 'pro', spend_cap: false }, 201],
        ['PUT', `${base}/members/ada@shards.example`, { role: 'owner', username: 'ada' }, 201],
        ['PUT', `${base}/projects/${project}`, { name: 'web' }, 201],
        ['PUT', `${base}/projects/${project}/addons/pitr`, { variant: 'pitr_7' }],
        ['POST', '/usage', { records: [record] }, 200],
        ['GET', `${base}/standing`, undefined, 200],
        ['GET', `${base}/events`, undefined, 200],
        ['GET', `${base}/notices`, undefined, 200],
        ['GET', `${base}/projects`, undefined, 200],
        ['POST', `${base}/credits`, { amount_cents: 500, reason: 'Kindness' }, 201],
      ];
      for (const [method, path, body, status] of requests) {
        const answer = await ask(method, path, body, path.endsWith('/credits') ? once() : {});
        if (status !== undefined) expect([path, answer.status, answer.body]).toEqual([path, status, answer.body]);
      }
      log.mockRestore();
      const found = new Map<string, string[]>();
      for (const text of texts) {
        const tables = [...new Set(unboundTables(text, spread))].toSorted().join(' ');
        if (tables !== '') found.set(tables, [...(found.get(tables) ?? []), text]);
      }
      const surplus = [...found].filter(
        ([tables, all]) => all.length > (unnamedStatements.find((one) => one.tables === tables)?.most ?? 0),
      );
      expect(texts.size).toBeGreaterThan(120);
      expect(Object.fromEntries(surplus)).toEqual({});
    });
  },
  {},
  { automatic: false },
  'database',
);

const spread = new Map([
  ['invoices', 'organization_id'],
  ['payments', 'organization_id'],
  ['organizations', 'id'],
]);

it.each([
  ['select * from invoices where id = $1', 'invoices'],
  ['select organization_id from invoices', 'invoices'],
  ['select * from invoices where organization_id = organization_id', 'invoices'],
  ['select * from invoices where organization_id > $1', 'invoices'],
  ['select * from invoices where organization_id = $1 or id = $2', 'invoices'],
  ['select * from invoices i join payments p on p.invoice_id = i.id where i.organization_id = $1', 'payments'],
  ['select * from invoices i join payments p on p.organization_id = i.organization_id', 'invoices payments'],
  ['select 1 where exists (select from payments p where p.id = $1)', 'payments'],
  ['update invoices set status = $1 where id = $2', 'invoices'],
  ['delete from invoices using payments p where p.organization_id = $1 and p.invoice_id = invoices.id', 'invoices'],
  ['insert into invoices (id) values ($1)', 'invoices'],
  ['insert into invoices (id, organization_id) select id, organization_id from payments', 'payments'],
  ['with a as (select * from payments) select * from a where organization_id = $1', 'payments'],
  ['select 1 from organizations where slug = $1', 'organizations'],
  ['select * from invoices where id = $1 union all select * from invoices where organization_id = $1', 'invoices'],
  ['select * from invoices where organization_id = $1', ''],
  ['select * from invoices i where i.organization_id = any($1::int[])', ''],
  ['select * from invoices i where (i.organization_id, i.id) in (select * from unnest($1::int[], $2::text[]))', ''],
  ['select * from invoices i join payments p on p.organization_id = i.organization_id where i.organization_id = $1', ''],
  ['select * from invoices i left join payments p using (organization_id) where i.organization_id = $1', ''],
  ['select * from organizations o join invoices i on i.organization_id = o.id where o.id = $1', ''],
  ['update invoices set status = $1 from payments p where p.organization_id = $2 and invoices.organization_id = p.organization_id', ''],
  ['insert into invoices (id, organization_id) values ($1, $2)', ''],
])('knows a statement that names no organization: %s', (text, tables) => {
  expect([...new Set(unboundTables(text, spread))].toSorted().join(' ')).toBe(tables);
});
