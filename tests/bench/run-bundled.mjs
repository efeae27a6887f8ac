import { resolve } from 'node:path';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '../..');

/**
 * Bundles a benchmark as the product is bundled, into a folder of its own, and runs it.
 * @param {string} name of its program beside this one, without ending
 * @param {readonly string[]} [threads] programs that it starts as threads of their own
 */
export async function runBundled(name, threads = []) {
  const outDir = `dist/bench/${name}`;
  process.env.NODE_ENV = 'production';
  const input = [name, ...threads].map((program) => `tests/bench/${program}.ts`);
  await build({ root, logLevel: 'warn', build: { ssr: true, outDir, rolldownOptions: { input } } });
  await import(resolve(root, outDir, `${name}.js`));
}
