import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { builtHash, inputsHash } from './inputs.mjs';

// Builds what is stale, then runs the operator's command. Whatever the build says goes where errors go: the output is the answer.

const root = resolve(import.meta.dirname, '../../..');

if (builtHash(root) !== inputsHash(root)) {
  process.stderr.write('Building ...\n');
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'build.mjs')], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}
await import(join(root, 'dist', 'server', 'billing.js'));
