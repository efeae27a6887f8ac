import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// How long the built server takes until it answers: on a fresh data folder, and on one that is there already. Seconds.

const rounds = 5;
const port = 4300 + (process.pid % 90);

async function start(folder) {
  const started = performance.now();
  const child = spawn(process.execPath, ['dist/server/main.js'], {
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

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const fresh = [];
const existing = [];
for (let round = 0; round < rounds; round += 1) {
  const folder = mkdtempSync(join(tmpdir(), 'billing-bench-'));
  fresh.push(await start(folder));
  existing.push(await start(folder));
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${JSON.stringify({ freshSeconds: median(fresh), existingSeconds: median(existing), rounds })}\n`);
