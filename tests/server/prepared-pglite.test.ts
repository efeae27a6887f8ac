import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arrayTypes, PreparedPGlite } from '#server/database/prepared-pglite.ts';

/** Version of PGlite that was reviewed. The code overrides private methods, so each newer version needs a new review. */
const testedVersion = '0.5.16';

let plain: PGlite;
let prepared: PreparedPGlite;

const table = `
  create table things (id int primary key, name text not null unique, price numeric(12, 2), made_at timestamptz, tags text[], facts jsonb, is_new boolean, large bigint);
  insert into things values
    (1, 'first', 12.50, '2026-03-01T10:00:00Z', array['a', 'b,c'], '{"of": [1, null]}', true, 9007199254740993),
    (2, 'second', null, null, null, null, false, null)`;

beforeAll(async () => {
  [plain, prepared] = [new PGlite(), new PreparedPGlite()];
  await Promise.all([plain.exec(table), prepared.exec(table)]);
});
afterAll(() => Promise.all([plain.close(), prepared.close()]));

const statementsKnown = async (): Promise<number> =>
  Number((await prepared.exec('select count(*)::int as count from pg_prepared_statements'))[0]?.rows[0]?.['count']);

describe('the embedded database with prepared statements', () => {
  it('stands on the version that it was tested with', () => {
    const { version } = JSON.parse(readFileSync('node_modules/@electric-sql/pglite/package.json', 'utf8')) as { version: string };
    expect(version).toBe(testedVersion);
  });

  it.each<[string, unknown[]]>([
    ['select * from things order by id', []],
    ['select name, price, made_at from things where id = $1', [1]],
    ['select name from things where facts = $1', [{ of: [1, null] }]],
    ['select id from things where tags = $1', [['a', 'b,c']]],
    ['select id from things where made_at >= $1', [new Date('2026-03-01T10:00:00Z')]],
    ['select id from things where large = $1', [9_007_199_254_740_993n]],
    ['select $1::text as given', [null]],
    ['select id from things where id > $1', [100]],
    ['with two as (select * from things where id = $1) select name from two', [2]],
    ["update things set name = name || '' where id < $1", [100]],
    ['insert into things (id, name) values ($1, $2) on conflict do nothing returning id', [1, 'first']],
    ['delete from things where id = $1', [100]],
  ])('answers as the plain one, the first time and again: %s', async (text, params) => {
    for (const rowMode of ['object', 'array', 'array'] as const)
      expect(await prepared.query(text, params, { rowMode })).toEqual(await plain.query(text, params, { rowMode }));
  });

  it('knows the number of the array of every type that something here is an array of', async () => {
    const { rows } = await plain.query<{ typelem: number; oid: number }>(
      "select typelem, oid from pg_type where typcategory = 'A' and typelem = any($1)",
      [arrayTypes.map(([element]) => element)],
    );
    const known = new Map(rows.map(({ typelem, oid }) => [typelem, oid]));
    expect(arrayTypes).toEqual(arrayTypes.map(([element]) => [element, known.get(element)]));
  });

  it.each<[string, unknown[]]>([
    ['bool', [true, null, false]],
    ['int2', [1, null]],
    ['int4', [1, -2]],
    ['int8', [9_007_199_254_740_993n, null]],
    ['text', ['a', 'b,c', '"d"', null, '']],
    ['varchar', ['a']],
    ['float4', [1.5]],
    ['float8', [1.25, null]],
    ['numeric', ['12.50', null]],
    ['date', [new Date('2026-03-01T00:00:00Z')]],
    ['timestamp', [new Date('2026-03-01T10:00:00Z')]],
    ['timestamptz', [new Date('2026-03-01T10:00:00Z'), null]],
    ['uuid', ['018f6f3e-8f6b-7c3e-9d2a-0c9d8f4b1a2e']],
    ['json', [{ of: [1, null] }]],
    ['jsonb', [{ of: ['a,b', '{"'] }]],
  ])('takes and gives arrays of %s as the plain one does', async (type, values) => {
    const text = `select $1::${type}[] as given, array_length($1::${type}[], 1) as length`;
    const answer = await prepared.query(text, [values]);
    expect(answer).toEqual(await plain.query(text, [values]));
    expect(answer.rows).toMatchObject([{ length: values.length }]);
  });

  it('knows a statement by its text, once', async () => {
    const before = await statementsKnown();
    for (const id of [1, 2, 3]) await prepared.query('select made_at from things where id = $1', [id]);
    expect(await statementsKnown()).toBe(before + 1);
  });

  it('tells what was wrong, and goes on', async () => {
    const refused = () => prepared.query('insert into things (id, name) values ($1, $2)', [9, 'first']);
    for (let times = 0; times < 3; times += 1) await expect(refused()).rejects.toMatchObject({ code: '23505' });
    await expect(prepared.query('select nothing from things')).rejects.toMatchObject({ code: '42703' });
    expect((await prepared.query('select id from things where name = $1', ['first'])).rows).toEqual([{ id: 1 }]);
  });

  it('keeps to its transaction: what is rolled back was never there, and others wait', async () => {
    const insert = 'insert into things (id, name) values ($1, $2)';
    const count = async (): Promise<unknown> => (await prepared.query('select count(*)::int as count from things')).rows;
    const before = await count();
    const work = prepared.transaction(async (tx) => {
      await tx.query(insert, [3, 'third']);
      expect((await tx.query('select name from things where id = $1', [3])).rows).toEqual([{ name: 'third' }]);
      throw new Error('changed my mind');
    });
    const beside = count();
    await expect(work).rejects.toThrow('changed my mind');
    expect(await beside).toEqual(before);
    const failing = prepared.transaction(async (tx) => {
      await tx.query(insert, [3, 'third']);
      await tx.query(insert, [3, 'third']);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await count()).toEqual(before);
  });

  it('answers on when the columns of a table change, and when it was told to forget all statements', async () => {
    const all = () => prepared.query('select * from things where id = $1', [2]);
    await all();
    await prepared.exec('alter table things add column colour text');
    expect((await all()).rows[0]).toHaveProperty('colour', null);
    await prepared.exec('deallocate all');
    expect((await all()).rows[0]).toHaveProperty('id', 2);
    expect((await all()).rows[0]).toHaveProperty('id', 2);
  });

  it('fails once in a transaction whose columns have changed, which can not go on, and not in the next', async () => {
    const work = () => prepared.transaction(async (tx) => (await tx.query('select * from things where id = $1 -- tx', [2])).rows[0]);
    await work();
    await prepared.exec('alter table things add column shade text');
    await expect(work()).rejects.toMatchObject({ code: '0A000' });
    expect(await work()).toHaveProperty('shade', null);
  });

  it('forgets what was not asked for longest, so that there are never more than three hundred', async () => {
    for (let times = 0; times < 350; times += 1) expect((await prepared.query(`select ${times} as n`)).rows).toEqual([{ n: times }]);
    expect(await statementsKnown()).toBeLessThanOrEqual(300);
    expect((await prepared.query('select 0 as n')).rows).toEqual([{ n: 0 }]);
  });
});
