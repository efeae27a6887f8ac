import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { builtHash, inputsHash } from './inputs.mjs';
import { stopWithParent } from './stop-with-parent.mjs';

// Builds if sources have changed, then starts the server. With `reset`, empties and reseeds the store instead.

const root = resolve(import.meta.dirname, '../../..');
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Node 20.19 or newer is needed; this is ${process.versions.node}.\n`);
  process.exit(1);
}

if (builtHash(root) !== inputsHash(root)) {
  process.stdout.write('Building ...\n');
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'build.mjs')], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
stopWithParent();
await import(join(root, 'dist', 'server', 'main.js'));
