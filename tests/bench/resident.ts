/**
 * Measures the resident memory of two servers in MB after an idle minute: the embedded server with the demo, and the production server with
 * an empty PostgreSQL. Run after a build: node tests/bench/resident.mjs [seconds of idleness]
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tests/support/free-port.ts';
import { createDatabase, startPostgres } from '#tests/support/postgres-server.ts';
import { productionSettings } from '#tests/support/production-settings.ts';

const idleMs = Number(process.argv[2] ?? 60) * 1000;
const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function memoryOf(pid: number): { resident: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
  return { resident: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}

function wordsOfImage(): string[] {
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(readFileSync('src/server/deploy/Dockerfile', 'utf8')) ?? [];
  return (JSON.parse(command) as string[]).slice(1);
}

async function measure(words: readonly string[], settings: Readonly<Record<string, string>>): Promise<{ resident: number; peak: number }> {
  const port = await freePort();
  const child = spawn(process.execPath, words, {
    env: { PATH: process.env['PATH'], ...settings, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}`);
    await later(50);
  }
  await later(idleMs);
  const figures = memoryOf(child.pid ?? 0);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  return figures;
}

const folder = mkdtempSync(join(tmpdir(), 'billing-resident-'));
const postgres = await startPostgres();
if (!postgres) throw new Error('PostgreSQL is not there');
const production = { ...productionSettings, DATABASE_URL: await createDatabase(postgres.url), DATA_DIR: folder };
execFileSync(process.execPath, ['dist/server/billing.js', 'migrate'], {
  env: { PATH: process.env['PATH'], ...production },
  stdio: ['ignore', 'ignore', 'inherit'],
});
// Measures both servers at the same time, because idle processes don't disturb each other.
const [embedded, served] = await Promise.all([
  measure(['dist/server/main.js'], { DATA_DIR: join(folder, 'data') }),
  measure(wordsOfImage(), production),
]);
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify({ embedded, production: served })}\n`);
