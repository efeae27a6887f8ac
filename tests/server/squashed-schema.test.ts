import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { readCatalogs, type Ask } from '#tests/support/catalog.ts';
import { createDatabase } from '#tests/support/postgres-server.ts';

const folders = { steps: 'src/server/database/migrations', squashed: 'src/server/database/squashed' } as const;

function statementsOf(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.toSorted().flatMap((name) => readFileSync(`${folder}/${name}`, 'utf8').split('--> statement-breakpoint'));
}

/** Applies all files of a folder in one transaction, as `migrateDatabase` does. */
async function migrate(ask: Ask, folder: string): Promise<void> {
  await ask('begin');
  await ask("select set_config('platform.events', 'off', true)");
  for (const statement of statementsOf(folder)) await ask(statement);
  await ask('commit');
}

/** A statement that makes a difference, by the catalogs that must show it. */
const differences: readonly (readonly [catalogs: readonly string[], statement: string])[] = [
  [['schemas'], 'create schema other'],
  [['relations'], 'alter table outbox set (fillfactor = 50)'],
  [['relations'], 'grant select on members to public'],
  [['relations'], 'alter table usage_records detach partition usage_records_of_3'],
  [['columns'], 'alter table members alter column free_project_limit set default 3'],
  [['columns'], 'alter table members alter column handle drop not null'],
  [['columns'], 'alter table discounts alter column amount_cents type numeric'],
  [['columns'], 'alter table notices alter column facts set storage external'],
  [['columns'], 'alter table price_books alter column published_order set generated always'],
  [['constraints'], 'alter table budgets drop constraint only_organizations_stop'],
  [['constraints'], 'alter table payments alter constraint payment_of_change deferrable initially deferred'],
  [['indexes'], 'drop index work_due'],
  [['triggers'], 'alter table invoices disable trigger told'],
  [['triggers'], 'drop trigger audit_facts on audit_entries'],
  [['enforcement'], 'alter table changes disable trigger all'],
  [['functions'], 'alter function add_missing_jobs() cost 7'],
  [['functions'], "create or replace function clock_lead() returns interval language sql stable as $$ select interval '0' $$"],
  [['types'], "alter type pgboss.job_state rename value 'failed' to 'broken'"],
  [['sequences'], 'alter sequence members_id_seq cache 5'],
  [['sequences'], "select nextval('members_id_seq')"],
  [['statistics'], 'create statistics more (dependencies) on kind, status from invoices'],
  [['comments'], "comment on column members.handle is 'unique'"],
  [['grants'], 'alter default privileges grant select on tables to public'],
  [['views', 'rules'], 'create view more as select id from members'],
  [['rows'], "delete from state_steps where entity = 'disputes' and to_state = 'won'"],
  [['rows'], "insert into price_books (id, version, effective_at, published_at, document) values ('a', 'b', now(), now(), '{}')"],
];

const engines: Readonly<Record<string, (work: (ask: Ask) => Promise<void>) => Promise<void>>> = {
  PGlite: async (work) => {
    const client = new PGlite();
    await work(async (text) => (await client.query<Record<string, unknown>>(text)).rows);
    await client.close();
  },
  PostgreSQL: async (work) => {
    const client = new pg.Client(await createDatabase(inject('postgresUrl') ?? ''));
    await client.connect();
    await work(async (text) => (await client.query<Record<string, unknown>>(text)).rows);
    await client.end();
  },
};

describe.each(Object.keys(engines))('the squashed migrations on %s', (engine) => {
  const isThere = engine === 'PGlite' || inject('postgresUrl') !== null;
  type Catalogs = Awaited<ReturnType<typeof readCatalogs>>;
  const namesOfDifferent = (one: Catalogs, other: Catalogs) =>
    Object.keys(one).filter((name) => !isDeepStrictEqual(one[name], other[name]));

  it.skipIf(!isThere)('make the schema and the rows that the steps made', { timeout: 120_000 }, async () => {
    let steps: Catalogs = {};
    await engines[engine]?.(async (ask) => {
      await migrate(ask, folders.steps);
      steps = await readCatalogs(ask);
    });
    const full = ['relations', 'columns', 'constraints', 'indexes', 'triggers', 'enforcement', 'functions', 'types', 'sequences', 'rows'];
    expect(full.filter((name) => (steps[name]?.length ?? 0) <= 4)).toEqual([]);
    await engines[engine]?.(async (ask) => {
      await migrate(ask, folders.squashed);
      const squashed = await readCatalogs(ask);
      expect(Object.keys(squashed)).toEqual(Object.keys(steps));
      for (const name of Object.keys(steps)) expect({ [name]: squashed[name] }).toEqual({ [name]: steps[name] });
      for (const [catalogs, statement] of differences) {
        await ask('begin');
        await ask(statement);
        const different = namesOfDifferent(steps, await readCatalogs(ask));
        expect({ statement, different }).toEqual({ statement, different: expect.arrayContaining([...catalogs]) });
        await ask('rollback');
      }
      // A sequence keeps its number in spite of the rollback.
      expect(namesOfDifferent(steps, await readCatalogs(ask))).toEqual(['sequences']);
    });
  });
});
