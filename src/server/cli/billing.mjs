import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { builtHash, inputsHash } from './inputs.mjs';

// Builds if sources have changed, then runs the operator CLI. The build prints to stderr, because the CLI prints its output to stdout.

const root = resolve(import.meta.dirname, '../../..');

if (builtHash(root) !== inputsHash(root)) {
  process.stderr.write('Building ...\n');
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'build.mjs')], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}
await import(join(root, 'dist', 'server', 'billing.js'));
