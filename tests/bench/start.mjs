import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

// Compares the time until the first response with the time of a server that only opens the database.
// Run: node tests/bench/start.mjs [rounds]

const rounds = Number(parseArgs({ allowPositionals: true }).positionals[0] ?? 7);
const port = 4300 + (process.pid % 90);

const bareServer = `
  const { PGlite } = await import('@electric-sql/pglite');
  const db = await PGlite.create({ dataDir: process.env.DATA_DIR + '/db' });
  const { createServer } = await import('node:http');
  createServer(async (_, response) => response.end(JSON.stringify(await db.query('select 1')))).listen(process.env.PORT, '127.0.0.1');
  process.once('SIGTERM', () => db.close().then(() => process.exit()));`;

async function start(folder, words) {
  const started = performance.now();
  const child = spawn(process.execPath, words, {
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
    if (answer?.ok) break;
    if (child.exitCode !== null) process.exit(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const seconds = (performance.now() - started) / 1000;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  return seconds;
}

const product = ['dist/server/main.js'];
const times = { fresh: [], existing: [], bare: [] };
for (let round = 0; round < rounds; round += 1) {
  const folder = mkdtempSync(join(tmpdir(), 'billing-bench-'));
  times.fresh.push(await start(folder, product));
  times.existing.push(await start(folder, product));
  times.bare.push(await start(folder, ['--input-type=module', '--eval', bareServer]));
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${JSON.stringify(times)}\n`);
