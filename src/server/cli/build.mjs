import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { tsImport } from 'tsx/esm/api';
import { build } from 'vite';
import { builtHash, inputsHash } from './inputs.mjs';

// Builds the page, the server and the images of fresh data folders, when something has changed or with --force.

const root = resolve(import.meta.dirname, '../../..');
const smallest = 1024;

/** Variants for browsers that take them, made once instead of for every request. */
function compressAssets(folder, quality = constants.BROTLI_MAX_QUALITY) {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css|svg|json)$/.test(name)) continue;
    const content = readFileSync(join(folder, name));
    if (content.byteLength < smallest) continue;
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
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
  const { buildApiReference } = await tsImport('./build-reference.ts', import.meta.url);
  await buildApiReference({ outDir: join(root, 'dist', 'reference'), root });
  // Its script is so long that the last percent would cost every build ten seconds.
  compressAssets(join(root, 'dist', 'reference'), 7);
  for (const part of ['client', 'design']) compressAssets(join(root, 'dist', part, 'assets'));
  execFileSync(process.execPath, [join(root, 'dist', 'server', 'main.js'), 'start-images'], { stdio: 'inherit' });
  writeFileSync(join(root, 'dist', 'inputs'), hash);
}
