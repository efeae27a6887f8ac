import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type PluginOption } from 'vite';

/** Scripts of the sandbox's pages, and scripts that replace the scripts of Stripe and hCaptcha. */
const scripts = {
  stripe: 'browser/stripe.ts',
  frame: 'browser/frame.ts',
  challenge: 'browser/challenge-page.ts',
  checkout: 'browser/checkout-page.ts',
  captcha: 'browser/captcha.ts',
} as const;

export interface SandboxBuildOptions {
  /** Output folder, emptied before the build. Pass this folder as `assetsDir` to createSandboxGateway. */
  outDir: string;
  /** Folder of the source files; required if the calling program is bundled. */
  sourceDir?: string;
  /** Folder of package.json, for resolving packages and `#…` imports. */
  root?: string;
  plugins?: PluginOption[];
}

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
