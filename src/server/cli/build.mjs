import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { tsImport } from 'tsx/esm/api';
import { build } from 'vite';
import { builtHash, inputsHash } from './inputs.mjs';

// Builds the page, the server and the images of fresh data folders, when something has changed or with --force.

const root = resolve(import.meta.dirname, '../../..');
const smallest = 1024;

/** Variants for browsers that take them, made once instead of for every request. */
function compressAssets(folder) {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css|svg|json)$/.test(name)) continue;
    const content = readFileSync(join(folder, name));
    if (content.byteLength < smallest) continue;
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
}

const hash = inputsHash(root);
const { force } = parseArgs({ options: { force: { type: 'boolean' } } }).values;
if (force || builtHash(root) !== hash) {
  process.env.NODE_ENV = 'production';
  rmSync(join(root, 'dist', 'inputs'), { force: true });
  await build({ root, logLevel: 'warn' });
  await build({ root, logLevel: 'warn', build: { ssr: true } });
  await build({ root, logLevel: 'warn', configFile: join(root, 'src/design/host/gallery.config.ts') });
  const { buildSandboxBrowser } = await tsImport('./build-sandbox.ts', import.meta.url);
  await buildSandboxBrowser({ outDir: join(root, 'dist', 'sandbox'), root });
  for (const part of ['client', 'design']) compressAssets(join(root, 'dist', part, 'assets'));
  execFileSync(process.execPath, [join(root, 'dist', 'server', 'main.js'), 'start-images'], { stdio: 'inherit' });
  writeFileSync(join(root, 'dist', 'inputs'), hash);
}
