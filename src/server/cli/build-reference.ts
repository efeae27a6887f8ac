import { copyFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type PluginOption } from 'vite';

/**
 * Script of the API reference's viewer, with all dependencies. Only the viewer's Fastify package contains it; this server uses no Fastify.
 */
const viewer = 'node_modules/@scalar/fastify-api-reference/dist/js/standalone.js';

interface ReferenceOptions {
  readonly outDir: string;
  readonly root: string;
  readonly plugins?: PluginOption[];
}

export async function buildApiReference({ outDir, root, plugins = [] }: ReferenceOptions): Promise<void> {
  const here = dirname(fileURLToPath(import.meta.url));
  await build({
    configFile: false,
    root,
    plugins,
    base: './',
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: resolve(outDir),
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: {
        input: { reference: resolve(here, '../reference/browser.ts') },
        output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
      },
    },
  });
  copyFileSync(join(root, viewer), join(outDir, 'viewer.js'));
}
