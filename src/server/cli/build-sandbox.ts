import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type PluginOption } from 'vite';

/** Scripts of the sandbox's pages, and those that pages load instead of Stripe's and of hCaptcha's. */
const scripts = {
  stripe: 'browser/stripe.ts',
  frame: 'browser/frame.ts',
  challenge: 'browser/challenge-page.ts',
  checkout: 'browser/checkout-page.ts',
  captcha: 'browser/captcha.ts',
} as const;

export interface SandboxBuildOptions {
  /** Emptied and written; what createSandboxGateway takes as `assetsDir`. */
  outDir: string;
  /** Folder of this file's sources; given where the caller is itself bundled. */
  sourceDir?: string;
  /** Folder of package.json, where packages and `#…` imports are found. */
  root?: string;
  plugins?: PluginOption[];
}

/** Bundles the sandbox's browser scripts (each one classic script) and its style sheet with tokens and fonts. */
export async function buildSandboxBrowser({
  outDir,
  sourceDir = resolve(dirname(fileURLToPath(import.meta.url)), '../../sandbox'),
  root = process.cwd(),
  plugins = [],
}: SandboxBuildOptions): Promise<void> {
  const out = resolve(outDir);
  const shared = { configFile: false, root, plugins, base: './', logLevel: 'warn', publicDir: false } satisfies InlineConfig;
  const output = { outDir: out, target: 'es2022', assetsInlineLimit: 0, modulePreload: false } as const;
  await build({
    ...shared,
    build: {
      ...output,
      emptyOutDir: true,
      rolldownOptions: { input: { sandbox: join(sourceDir, 'sandbox.css') }, output: { assetFileNames: '[name][extname]' } },
    },
  });
  for (const [name, file] of Object.entries(scripts)) {
    await build({
      ...shared,
      build: {
        ...output,
        emptyOutDir: false,
        rolldownOptions: { input: { [name]: join(sourceDir, file) }, output: { format: 'iife', entryFileNames: '[name].js' } },
      },
    });
  }
}
