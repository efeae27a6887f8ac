/**
 * Makes a database of a thousand organizations and one of a million, on a PostgreSQL of its own, and times the same work on both in
 * turns. Run: node tests/bench/million-organizations.mjs [--organizations 1000000] [--keep FOLDER] [--rounds 15] [--json]
 */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { PageRequest } from '#lib/page-request.ts';
import type { Context } from '#server/context.ts';
import { median } from './figure.ts';
import { growingTables, hearStatements, walksIn, type HeardStatement, type Walk } from '#tests/support/statement-plans.ts';
import { durable, fast, startKept } from './organizations/kept-postgres.ts';
import { makeOrganizations, makeTemplates, openMade } from './organizations/make-database.ts';
import { measuredWork, type MeasuredWork } from './organizations/measured-work.ts';
import { sizesOf, type Sizes } from './organizations/sizes.ts';
import { madeAtSeconds } from './organizations/template-seeds.ts';

const {
  organizations,
  keep,
  rounds,
  json,
  only,
  'make-only': makeOnly,
} = parseArgs({
  options: {
    organizations: { type: 'string', default: '1000000' },
    keep: { type: 'string' },
    rounds: { type: 'string', default: '15' },
    only: { type: 'string' },
    'make-only': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
}).values;
const few = 1000;
const many = Number(organizations);
const folder = keep ?? mkdtempSync(join(tmpdir(), 'many-organizations-'));
const say = (words: string): void => void process.stderr.write(`${words}\n`);

const nameOf = (count: number): string => `organizations_${count}`;

/** Makes what is not there: the templates, and a database of each size. */
async function make(): Promise<void> {
  const { url, stop } = await startKept(folder, fast);
  const client = new pg.Client(`${url}/postgres`);
  await client.connect();
  const has = async (name: string): Promise<boolean> => {
    const { rows } = await client.query('select from pg_database where datname = $1', [name]);
    return rows.length > 0 && existsSync(join(folder, `${name}.made`));
  };
  const begin = async (name: string): Promise<void> => {
    await client.query(`drop database if exists ${name}`);
    rmSync(join(folder, name), { recursive: true, force: true });
  };
  const done = (name: string): void => mkdirSync(join(folder, `${name}.made`));
  try {
    const templates = { name: 'templates', dataDir: join(folder, 'templates') };
    if (!(await has(templates.name))) {
      await begin(templates.name);
      await client.query(`create database ${templates.name}`);
      mkdirSync(templates.dataDir, { recursive: true });
      await makeTemplates(`${url}/${templates.name}`, templates.dataDir);
      done(templates.name);
    }
    // The small one is made anew: what was measured before has changed it.
    rmSync(join(folder, `${nameOf(few)}.made`), { recursive: true, force: true });
    for (const count of new Set([few, many])) {
      const name = nameOf(count);
      if (await has(name)) continue;
      await begin(name);
      await makeOrganizations(url, { name, dataDir: join(folder, name), from: templates, organizations: count }, (words) =>
        say(`${count} organizations, ${words}`),
      );
      done(name);
    }
  } finally {
    await client.end();
    await stop();
  }
}

/** The platform's time at which a database was left: its clock does not stand still between two runs. */
async function leftAt(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ at: number | null }>(
    "select (value)::text::bigint::float8 as at from settings where key = 'bench_left_at'",
  );
  await client.end();
  return rows[0]?.at ?? madeAtSeconds;
}

async function noteLeft(url: string, atSeconds: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    "insert into settings (key, value) values ('bench_left_at', to_jsonb($1::bigint)) on conflict (key) do update set value = excluded.value",
    [atSeconds],
  );
  await client.query('checkpoint');
  await client.end();
}

const warmUps = 2;
/** What the database has enough of for three runs. */
const mostUsedUp = 3;

interface Measured {
  readonly name: string;
  readonly small: readonly number[];
  readonly large: readonly number[];
}

async function measure(): Promise<{ readonly works: readonly Measured[]; readonly sizes: Sizes; readonly walks: readonly Walk[] }> {
  const { url, stop } = await startKept(folder, durable);
  const manifest = JSON.parse(readFileSync(resolve('dist/client/manifest.json'), 'utf8')) as PageRequest['manifest'];
  const opened: Context[] = [];
  try {
    const urls = [few, many].map((count) => `${url}/${nameOf(count)}`);
    for (const [index, each] of urls.entries()) {
      const started = performance.now();
      opened.push(await openMade(each, join(folder, nameOf([few, many][index] ?? 0)), await leftAt(each)));
      say(`opened in ${Math.round(performance.now() - started)} ms`);
    }
    const all = await Promise.all(opened.map((context) => measuredWork(context, manifest)));
    const hearing = hearStatements();
    const works = await timed(all);
    const walks = await walksOn(urls[1] ?? '', hearing.stop());
    const sizes = await sizesOf(urls[1] ?? '', many);
    for (const [index, { clock }] of opened.entries()) await noteLeft(urls[index] ?? '', clock.nowSeconds());
    return { works, sizes, walks };
  } finally {
    for (const context of opened) await context.close();
    await stop();
  }
}

/** What was asked, as the large database would do it. */
async function walksOn(url: string, heard: readonly HeardStatement[]): Promise<Walk[]> {
  const client = new pg.Client(url);
  await client.connect();
  const walks = await walksIn(client, heard, growingTables);
  await client.end();
  return walks;
}

/** The small and the large one take turns, so that whatever disturbs the machine disturbs both. */
async function timed(works: readonly (readonly MeasuredWork[])[]): Promise<Measured[]> {
  const names = (works[0] ?? []).map(({ name }) => name).filter((name) => !only || name.includes(only));
  const measured = names.map((name) => ({ name, small: [] as number[], large: [] as number[] }));
  for (let round = -warmUps; round < Number(rounds); round += 1)
    for (const { name, small, large } of measured)
      for (const [index, all] of works.entries()) {
        const work = all.find((one) => one.name === name);
        const isUsedUp = work?.most !== undefined && (round < 0 || round >= Math.min(mostUsedUp, work.most));
        if (!work || isUsedUp) continue;
        const started = performance.now();
        await work.run(round + warmUps);
        if (round >= 0) (index === 0 ? small : large).push(performance.now() - started);
      }
  return measured;
}

await make();
if (!makeOnly) {
  const { works, sizes, walks } = await measure();
  const curve = works.map(({ name, small, large }) => ({
    name,
    small: median(small),
    large: median(large),
    ratio: median(large) / median(small),
  }));
  for (const { what, text } of walks) say(`${what}: ${text}`);
  if (json) process.stdout.write(`${JSON.stringify({ organizations: many, curve, sizes, walks })}\n`);
  else {
    for (const { name, small, large, ratio } of curve)
      process.stdout.write(
        `${name.padEnd(46)} ${small.toFixed(2).padStart(10)} ms ${large.toFixed(2).padStart(10)} ms ${ratio.toFixed(2).padStart(8)} times\n`,
      );
    for (const { table, rows, bytes, rowBytes } of sizes.tables)
      process.stdout.write(
        `${table.padEnd(28)} ${String(rows).padStart(11)} rows ${(bytes / 1e6).toFixed(1).padStart(9)} MB ${rowBytes.toFixed(0).padStart(6)} bytes a row\n`,
      );
    process.stdout.write(`${(sizes.bytes / 1e9).toFixed(2)} GB, ${Math.round(sizes.bytes / many)} bytes for each organization\n`);
  }
  const path = process.env['RELIABILITY_REPORT'];
  const line = {
    part: `organizations: ${many.toLocaleString('en-US')} against ${few.toLocaleString('en-US')}`,
    seed: 1,
    count: curve.length,
    violations: curve.filter(({ ratio }) => ratio > 3).length + walks.length,
    counted: Object.fromEntries(curve.map(({ name, small, large }) => [name, `${small.toFixed(1)} ms -> ${large.toFixed(1)} ms`])),
    commit: process.env['RELIABILITY_COMMIT'],
  };
  if (path) appendFileSync(path, `${JSON.stringify(line)}\n`);
}
if (keep === undefined) rmSync(folder, { recursive: true, force: true });
