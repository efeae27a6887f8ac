import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { tsImport } from 'tsx/esm/api';
import { build } from 'vite';
import { builtHash, inputsHash } from './inputs.mjs';
import { placeBuild } from './place-build.mjs';
import { packageCollector, writeThirdParty } from './third-party.mjs';

// Builds the page, the server and the start images if sources have changed, or with --force.

const root = resolve(import.meta.dirname, '../../..');
const smallest = 1024;

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
  const dist = join(root, 'dist');
  // The build is written to a separate folder first, because running processes read the files of the current build.
  const fresh = join(dist, `.build-${process.pid}`);
  try {
    await buildInto(fresh);
    rmSync(join(dist, 'inputs'), { force: true });
    placeBuild(fresh, dist);
    writeFileSync(join(dist, 'inputs'), hash);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

async function buildInto(fresh) {
  const into = (part) => ({ outDir: join(fresh, part), emptyOutDir: true });
  // Folders of packages for the license texts. The plugin adds packages that Vite bundles, but the API viewer is copied without bundling.
  const folders = new Set(['node_modules/@scalar/fastify-api-reference']);
  const plugins = [packageCollector(root, folders)];
  await build({ root, logLevel: 'warn', plugins, build: into('client') });
  await build({ root, logLevel: 'warn', plugins, build: { ssr: true, ...into('server') } });
  const { copyFonts } = await tsImport('./build-fonts.ts', import.meta.url);
  for (const folder of copyFonts(join(fresh, 'server/fonts'))) folders.add(folder);
  await build({ root, logLevel: 'warn', configFile: join(root, 'src/design/host/gallery.config.ts'), plugins, build: into('design') });
  const { buildSandboxBrowser } = await tsImport('./build-sandbox.ts', import.meta.url);
  await buildSandboxBrowser({ outDir: join(fresh, 'sandbox'), root, plugins });
  const { buildApiReference } = await tsImport('./build-reference.ts', import.meta.url);
  await buildApiReference({ outDir: join(fresh, 'reference'), root, plugins });
  writeThirdParty({ root, into: fresh, folders });
  // Uses a lower quality, because the best compression of this large script would take ten seconds longer.
  compressAssets(join(fresh, 'reference'), 7);
  for (const part of ['client', 'design']) compressAssets(join(fresh, part, 'assets'));
  execFileSync(process.execPath, [join(fresh, 'server', 'main.js'), 'start-images'], { stdio: 'inherit' });
}
