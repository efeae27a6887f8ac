import { resolve } from 'node:path';
import { build, loadConfigFromFile } from 'vite';

const root = resolve(import.meta.dirname, '../..');

/**
 * Bundles a benchmark as the product is bundled, into a folder of its own, and runs it.
 * @param {string} name of its program, without ending
 * @param {readonly string[]} [others] programs that it starts as threads or processes of their own
 * @param {string} [folder] where they are
 */
export async function runBundled(name, others = [], folder = 'tests/bench') {
  const outDir = `dist/bench/${name}`;
  process.env.NODE_ENV = 'production';
  const input = Object.fromEntries([name, ...others].map((program) => [program, `${folder}/${program}.ts`]));
  // The product's programs are not bundled with it: merged, they would be.
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production', isSsrBuild: true }, resolve(root, 'vite.config.ts'));
  const { build: options = {}, ...config } = loaded?.config ?? {};
  const rolldownOptions = { ...options.rolldownOptions, input };
  await build({ ...config, root, configFile: false, logLevel: 'warn', build: { ...options, ssr: true, outDir, rolldownOptions } });
  await import(resolve(root, outDir, `${name}.js`));
}
