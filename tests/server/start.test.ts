import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { runToEnd, startProgram } from '#tests/support/built-program.ts';
import { freePort } from '#tests/support/free-port.ts';
import { createDatabase } from '#tests/support/postgres-server.ts';

vi.setConfig({ testTimeout: 120_000 });

let home: string;
/** Folder with a seeded store. Each test uses a copy of this folder. */
let seeded: string;
let copies = 0;

const copy = (): string => {
  const folder = join(home, `copy-${(copies += 1)}`);
  cpSync(seeded, folder, { recursive: true });
  return folder;
};

function contents(folder: string): string {
  const hash = createHash('sha256');
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const path = join(folder, entry);
    hash.update(`\0${entry}\0`);
    if (statSync(path).isFile()) hash.update(readFileSync(path));
  }
  return hash.digest('hex');
}

const stampOf = (folder: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, 'folder.json'), 'utf8')) as Record<string, unknown>;
const writeStamp = (folder: string, changes: Record<string, unknown>) =>
  writeFileSync(join(folder, 'folder.json'), JSON.stringify({ ...stampOf(folder), ...changes }));

async function refused(environment: Record<string, string>): Promise<string> {
  const { code, errors, output } = await runToEnd({ PORT: String(await freePort()), ...environment });
  expect([code, output]).toEqual([1, '']);
  expect(errors).toMatch(/^[^\n]+\.\n$/);
  return errors;
}

async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/auth/sandbox`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"member":"owner"}',
  });
  return (answer.headers.get('Set-Cookie') ?? '').split(';', 1)[0] ?? '';
}

const isSignedIn = async (origin: string, cookie: string): Promise<boolean> =>
  (await fetch(`${origin}/platform/profile`, { headers: { Cookie: cookie } })).ok;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'billing-start-'));
  seeded = join(home, 'seeded');
  const program = await startProgram({ DATA_DIR: seeded });
  await program.end('SIGTERM');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

it('says where it listens and whom to sign in as, and stops cleanly on SIGTERM and on Ctrl-C', async () => {
  const folder = copy();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const { origin, end } = await startProgram({ DATA_DIR: folder });
    const { code, output, errors } = await end(signal);
    expect([code, errors]).toEqual([0, '']);
    expect(output).toContain(`Ready: ${origin.replace('127.0.0.1', 'localhost')}`);
    for (const member of ['owner', 'viewer', 'outsider']) expect(output).toContain(`  ${member} `);
    expect(readdirSync(folder).toSorted()).toEqual(['db', 'folder.json', 'gateway']);
  }
});

it.each([
  ['a port that is no number', { PORT: 'http' }, /^PORT must be a port number/],
  ['a port beyond the last', { PORT: '70000' }, /^PORT must be at most 65535/],
  ['an unknown mode', { MODE: 'demo' }, /^MODE must be embedded or production/],
  ['a database address of another kind', { DATABASE_URL: 'mysql://localhost/x' }, /^DATABASE_URL must be a postgres:\/\/ address/],
  ['production without a database', { MODE: 'production' }, /^DATABASE_URL must be given in production/],
  ['half the keys of the gateway', { STRIPE_SECRET_KEY: 'sk_test_x' }, /must be given together/],
  [
    'a live key in the embedded mode',
    { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' },
    /live key/,
  ],
  ['an address that is not of this machine', { HOST: '203.0.113.7' }, /^HOST 203\.0\.113\.7 is not an address of this machine/],
  [
    "a database that can't be reached",
    { DATABASE_URL: 'postgres://user:password-secret@127.0.0.1:1/x' },
    /^PostgreSQL at 127\.0\.0\.1:1 \(DATABASE_URL\) can't be used/,
  ],
])('refuses %s in one sentence, and makes no data folder', async (_, environment, sentence) => {
  const folder = join(home, 'never-made');
  const errors = await refused({ DATA_DIR: folder, ...environment });
  expect(errors).toMatch(sentence);
  expect(errors).not.toContain('password-secret');
  expect(existsSync(folder)).toBe(false);
});

it('refuses a port in use, before it touches the data folder', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const folder = join(home, 'never-made');
  expect(await refused({ PORT: String(port), DATA_DIR: folder })).toBe(
    `Port ${port} is in use; stop what uses it or choose another PORT.\n`,
  );
  expect(existsSync(folder)).toBe(false);
  await new Promise((resolve) => other.close(resolve));
});

it('refuses a second process on the folder, which keeps serving the first', async () => {
  const folder = copy();
  const first = await startProgram({ DATA_DIR: folder });
  const cookie = await signIn(first.origin);
  expect(await refused({ DATA_DIR: folder })).toContain(`is in use by process ${first.pid}`);
  expect((await runToEnd({ DATA_DIR: folder }, 'reset')).code).toBe(1);
  expect(await isSignedIn(first.origin, cookie)).toBe(true);
  await first.end('SIGTERM');
});

it.each<[string, (folder: string) => void, RegExp]>([
  ['a newer schema', (folder) => writeStamp(folder, { schema: '9999_from_the_future' }), /newer version of this program/],
  ['a newer layout', (folder) => writeStamp(folder, { format: 4 }), /newer version of this program/],
  ['an older layout', (folder) => writeStamp(folder, { format: 1 }), /older version of this program; empty it with npm run reset/],
  ['another PostgreSQL', (folder) => writeStamp(folder, { postgres: 17 }), /holds a PostgreSQL 17 database and this program needs 18/],
  [
    'a stamp that is no JSON',
    (folder) => writeFileSync(join(folder, 'folder.json'), '{"format":'),
    /corrupt: its folder\.json can't be read/,
  ],
  ['a stamp without meaning', (folder) => writeFileSync(join(folder, 'folder.json'), '{}'), /corrupt: its folder\.json can't be read/],
  ['no database', (folder) => rmSync(join(folder, 'db'), { recursive: true }), /corrupt: db\/PG_VERSION is missing/],
  ['a cut control file', (folder) => truncateSync(join(folder, 'db/global/pg_control'), 100), /corrupt: db\/global\/pg_control is damaged/],
  [
    'an emptied control file',
    (folder) => writeFileSync(join(folder, 'db/global/pg_control'), Buffer.alloc(8192)),
    /corrupt: db\/global\/pg_control is damaged/,
  ],
  [
    'foreign files only',
    (folder) => rmSync(join(folder, 'folder.json')),
    /is not a data folder of this program \(it holds db but no folder\.json\)/,
  ],
])('refuses a data folder with %s, and changes nothing in it', async (_, damage, sentence) => {
  const folder = copy();
  damage(folder);
  const before = contents(folder);
  expect(await refused({ DATA_DIR: folder })).toMatch(sentence);
  expect(contents(folder)).toBe(before);
  expect((await runToEnd({ DATA_DIR: folder }, 'reset')).code).toBe(/^corrupt: db|npm run reset/.test(sentence.source) ? 0 : 1);
});

it('begins anew when the very first start was cut off', async () => {
  const folder = copy();
  writeStamp(folder, { state: 'creating', schema: '' });
  truncateSync(join(folder, 'db/global/pg_control'), 10);
  const program = await startProgram({ DATA_DIR: folder });
  expect(await signIn(program.origin)).toMatch(/^session=/);
  await program.end('SIGTERM');
});

it('takes over from a process that was killed, with everything that it had acknowledged', async () => {
  const folder = copy();
  const acknowledged: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const program = await startProgram({ DATA_DIR: folder });
    for (const cookie of acknowledged) expect(await isSignedIn(program.origin, cookie)).toBe(true);
    const load = Array.from({ length: 8 }, async () => {
      for (;;) acknowledged.push(await signIn(program.origin));
    });
    const broken = Promise.allSettled(load);
    await expect.poll(() => acknowledged.length, { interval: 1, timeout: 20_000 }).toBeGreaterThan(round * 25 + 10);
    await program.end('SIGKILL');
    await broken;
    expect(existsSync(join(folder, 'lock'))).toBe(true);
  }
  const last = await startProgram({ DATA_DIR: folder });
  for (const cookie of acknowledged) expect(await isSignedIn(last.origin, cookie)).toBe(true);
  await last.end('SIGTERM');
});

it('lets exactly one of several starting processes have the folder that a killed one left', async () => {
  const folder = copy();
  const killed = await startProgram({ DATA_DIR: folder });
  await killed.end('SIGKILL');
  const starts = await Promise.allSettled(Array.from({ length: 4 }, () => startProgram({ DATA_DIR: folder })));
  const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  expect(started).toHaveLength(1);
  for (const start of starts) if (start.status === 'rejected') expect(String(start.reason)).toMatch(/is in use by process \d+/);
  await Promise.all(started.map(({ end }) => end('SIGTERM')));
});

it('empties and reseeds the folder on reset', async () => {
  const folder = copy();
  const before = await startProgram({ DATA_DIR: folder });
  const cookie = await signIn(before.origin);
  await before.end('SIGTERM');
  expect((await runToEnd({ DATA_DIR: folder }, 'reset')).code).toBe(0);
  const after = await startProgram({ DATA_DIR: folder });
  expect(await isSignedIn(after.origin, cookie)).toBe(false);
  expect(await isSignedIn(after.origin, await signIn(after.origin))).toBe(true);
  await after.end('SIGTERM');
});

it('refuses a folder that it may not make', async () => {
  const locked = join(home, 'locked');
  mkdirSync(locked);
  writeFileSync(join(locked, 'file'), '');
  chmodSync(locked, 0o500);
  expect(await refused({ DATA_DIR: join(locked, 'file', 'data') })).toMatch(/can't be created \(ENOTDIR\)/);
});

/** Returns the error code of the operating system; undefined if the operation is allowed. */
function refusal(attempt: () => unknown): string | undefined {
  try {
    attempt();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
  return undefined;
}

// Uses /sys and /proc, because on most systems even root can't write there. The two tests cover two different errors.
const noFile = refusal(() => writeFileSync('/sys/file', ''));
it.runIf(['EACCES', 'EPERM', 'EROFS'].includes(noFile ?? ''))('refuses a folder that takes no files', async () => {
  expect(await refused({ DATA_DIR: '/sys' })).toMatch(
    new RegExp(`^The data folder /sys can't be written: .*\\(${noFile}\\); change that or choose another`),
  );
});

const noFolder = refusal(() => mkdirSync('/proc/data'));
it.runIf(noFolder !== undefined && existsSync('/proc'))('refuses a folder that no folder can be made in', async () => {
  expect(await refused({ DATA_DIR: '/proc/data' })).toContain(`The data folder /proc/data can't be created (${noFolder}); choose another`);
});

it('tells of a damaged log of the sandbox gateway, and leaves it as it is', async () => {
  const folder = copy();
  const log = join(folder, 'gateway', 'charges.jsonl');
  const lines = readFileSync(log, 'utf8').split('\n');
  writeFileSync(log, lines.with(4, '{"broken').join('\n'));
  const before = readFileSync(log);
  expect(await refused({ DATA_DIR: folder })).toMatch(/charges\.jsonl is damaged in line 5; restore a backup/);
  expect(readFileSync(log)).toEqual(before);
});

it('serves from PostgreSQL with several processes that share sessions, and refuses a newer schema there', async () => {
  const cluster = inject('postgresUrl');
  if (cluster === null) return;
  const DATABASE_URL = await createDatabase(cluster);
  // Each embedded process has a sandbox gateway in a separate folder.
  const processes = await Promise.all([1, 2, 3].map((each) => startProgram({ DATABASE_URL, DATA_DIR: join(home, `process-${each}`) })));
  const cookie = await signIn(processes[0]?.origin ?? '');
  for (const { origin } of processes) expect(await isSignedIn(origin, cookie)).toBe(true);
  await Promise.all(processes.map(({ end }) => end('SIGTERM')));

  const { default: pg } = await import('pg');
  const client = new pg.Client(DATABASE_URL);
  await client.connect();
  await client.query("insert into schema_migrations values ('9999_from_the_future', '')");
  expect(await refused({ DATABASE_URL, DATA_DIR: join(home, 'process-1') })).toMatch(
    /newer version of this program \(it has 9999_from_the_future\)/,
  );
  await client.query("delete from schema_migrations where name like '9999%'");
  await client.query("update schema_migrations set hash = 'other'");
  expect(await refused({ DATABASE_URL, DATA_DIR: join(home, 'process-1') })).toMatch(/is not the one of this program/);
  await client.end();
});
