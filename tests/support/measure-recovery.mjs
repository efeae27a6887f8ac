import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { postgresPrograms } from './programs.mjs';

// Measures how long it takes to restore a backup and an archived log. The log has a tenth of the backup's size.
// Run: node tests/support/measure-recovery.mjs [size of the backup in GB]

const gigabytes = Number(process.argv[2] ?? 1);
const port = 54_871;
const programs = postgresPrograms();
if (programs === null) throw new Error('PostgreSQL 15 or newer is needed.');
const folder = mkdtempSync(join(tmpdir(), 'billing-recovery-'));
const [data, archive, base, restored] = ['data', 'archive', 'base', 'restored'].map((name) => join(folder, name));
mkdirSync(archive);
const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
const user = process.getuid() === 0 ? { uid: id('-u'), gid: id('-g') } : {};
if (user.uid) for (const path of [folder, archive]) chownSync(path, user.uid, user.gid);
const options = { cwd: folder, stdio: 'ignore', ...user };
const run = (name, ...words) => execFileSync(join(programs, name), words, options);

async function connected() {
  for (;;) {
    const client = new pg.Client(`postgres://platform@127.0.0.1:${port}/postgres`);
    // Ignores the error that a client gets when the stopping server closes its connections.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch {
      await sleep(50);
    }
  }
}

let server;
async function serve(where, ...settings) {
  const all = [`unix_socket_directories=${folder}`, 'listen_addresses=127.0.0.1', 'max_wal_size=4GB', ...settings];
  server = spawn(join(programs, 'postgres'), ['-D', where, '-p', String(port), ...all.flatMap((one) => ['-c', one])], options);
  return connected();
}
const stop = async () => {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT');
  await ended;
};
async function timed(what, work) {
  const started = performance.now();
  const result = await work();
  process.stdout.write(`${what}: ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  return result;
}

try {
  run('initdb', '-D', data, '-U', 'platform', '--auth=trust', '-E', 'UTF8');
  const client = await serve(data, 'archive_mode=on', `archive_command=cp %p ${archive}/%f`);
  await client.query('create table filler (id bigint, words text)');
  // Inserts rows of about 1 KB that do not compress.
  const fill = (share) =>
    client.query(
      `insert into filler select n, (select string_agg(md5(n::text || m::text), '') from generate_series(1, 31) m)
       from generate_series(1, ${Math.round(share * 1_000_000)}) n`,
    );
  await timed(`writing ${gigabytes} GB`, () => fill(gigabytes));
  const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'platform'];
  await timed('base backup', async () => run('pg_basebackup', ...from, '--pgdata', base, '--wal-method=none', '--checkpoint=fast'));
  await timed(`writing ${gigabytes / 10} GB after it`, () => fill(gigabytes / 10));
  await client.query('select pg_switch_wal()');
  await stop();
  await timed('copying the base backup into place', async () => execFileSync('cp', ['-a', base, restored], options));
  appendFileSync(join(restored, 'postgresql.auto.conf'), `restore_command = 'cp ${archive}/%f %p'\n`);
  writeFileSync(join(restored, 'recovery.signal'), '');
  if (user.uid) chownSync(join(restored, 'recovery.signal'), user.uid, user.gid);
  await timed('catching up from the archive until it takes writes', async () => {
    const again = await serve(restored, 'archive_mode=off');
    for (;;) {
      const { rows } = await again.query('select pg_is_in_recovery() as recovering');
      if (!rows[0].recovering) return again.end();
      await sleep(100);
    }
  });
  await stop();
} finally {
  if (server?.exitCode === null) server.kill('SIGQUIT');
  rmSync(folder, { recursive: true, force: true });
}
