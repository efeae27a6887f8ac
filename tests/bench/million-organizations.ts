/** Run: node tests/bench/million-organizations.mjs [--organizations 1000000] [--keep FOLDER] [--rounds 15] [--json] */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { PageRequest } from '#lib/page-request.ts';
import { growingTables, hearStatements, walksIn, type HeardStatement, type Walk } from '#tests/support/statement-plans.ts';
import { durable, fast, startKept } from './organizations/kept-postgres.ts';
import { countedTimes, storageSentence, storageTable, timeTable, tooSlow, withFigures } from './organizations/growth-tables.ts';
import { makeOrganizations, makeTemplates } from './organizations/make-database.ts';
import { sizesOf, type Sizes } from './organizations/sizes.ts';
import { madeAtSeconds } from './organizations/template-seeds.ts';
import { timedRounds, type MadeDatabase, type MeasuredTimes } from './organizations/timed-rounds.ts';

const {
  organizations,
  keep,
  rounds,
  json,
  only,
  write,
  'make-only': makeOnly,
} = parseArgs({
  options: {
    organizations: { type: 'string', default: '1000000' },
    keep: { type: 'string' },
    rounds: { type: 'string', default: '15' },
    only: { type: 'string' },
    write: { type: 'string' },
    'make-only': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
}).values;
const few = 1000;
const many = Number(organizations);
const folder = keep ?? mkdtempSync(join(tmpdir(), 'many-organizations-'));
const say = (words: string): void => void process.stderr.write(`${words}\n`);

const nameOf = (count: number): string => `organizations_${count}`;

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
    // Creates the small database again, because earlier runs changed it.
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

/** Returns the platform time at the end of the last run, because the clock must not go back between runs. */
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

/** If a table has at least this number of rows, a full scan is a fault. A batch of a hundred organizations may scan a smaller table. */
const leastRows = 10_000;

async function measure(
  manifest: PageRequest['manifest'],
): Promise<{ readonly times: readonly MeasuredTimes[]; readonly sizes: Sizes; readonly walks: readonly Walk[] }> {
  const { url, stop } = await startKept(folder, durable);
  const databases: MadeDatabase[] = [];
  for (const name of [few, many].map(nameOf))
    databases.push({ name, dataDir: join(folder, name), atSeconds: await leftAt(`${url}/${name}`) });
  await stop();
  let hearing: ReturnType<typeof hearStatements> | null = null;
  let walks: readonly Walk[] = [];
  let sizes: Sizes = { tables: [], bytes: 0, indexBytes: 0 };
  const times = await timedRounds({
    folder,
    databases,
    manifest,
    rounds: Number(rounds),
    isAsked: (name) => !only || name.includes(only),
    beforehand: () => (hearing = hearStatements()),
    afterwards: async (cluster) => {
      const large = `${cluster}/${nameOf(many)}`;
      walks = await walksOn(large, hearing?.stop() ?? []);
      sizes = await sizesOf(large, many);
      say('measured in memory');
    },
  });
  const again = await startKept(folder, durable);
  for (const { name, atSeconds } of databases) await noteLeft(`${again.url}/${name}`, atSeconds);
  await again.stop();
  return { times, sizes, walks };
}

async function walksOn(url: string, heard: readonly HeardStatement[]): Promise<Walk[]> {
  const client = new pg.Client(url);
  await client.connect();
  const walks = await walksIn(client, heard, await growingTables(client), leastRows);
  await client.end();
  return walks;
}

const figuresIn = (path: string, times: readonly MeasuredTimes[], sizes: Sizes): string =>
  withFigures(readFileSync(path, 'utf8'), times, sizes);

// Checks the built page and the output file before the long work.
const manifest = makeOnly ? null : (JSON.parse(readFileSync(resolve('dist/client/manifest.json'), 'utf8')) as PageRequest['manifest']);
if (write !== undefined) figuresIn(write, [], { tables: [], bytes: 0, indexBytes: 0 });
await make();
if (!makeOnly) {
  const { times, sizes, walks } = await measure(manifest);
  for (const { what, text } of walks) say(`${what}: ${text}`);
  const slow = tooSlow(times);
  for (const words of slow) say(`Too slow: ${words}`);
  if (json) process.stdout.write(`${JSON.stringify({ organizations: many, times, sizes, walks })}\n`);
  else {
    process.stdout.write(`${timeTable(times)}\n\n${storageSentence(sizes)}\n\n${storageTable(sizes)}\n`);
    process.stdout.write(`\n${Math.round(sizes.bytes / many)} bytes for each organization\n`);
  }
  if (write !== undefined) writeFileSync(write, figuresIn(write, times, sizes));
  const path = process.env['RELIABILITY_REPORT'];
  const line = {
    part: `organizations: ${many.toLocaleString('en-US')} against ${few.toLocaleString('en-US')}`,
    seed: 1,
    count: times.length,
    violations: slow.length + walks.length,
    counted: countedTimes(times),
    commit: process.env['RELIABILITY_COMMIT'],
  };
  if (path) appendFileSync(path, `${JSON.stringify(line)}\n`);
  process.exitCode = slow.length + walks.length > 0 ? 1 : 0;
}
if (keep === undefined) rmSync(folder, { recursive: true, force: true });
