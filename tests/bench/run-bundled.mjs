import { resolve } from 'node:path';
import { build } from 'vite';

/** Programs that the server starts as threads. The benchmark's build must contain them, too. */
const threads = [
  'src/server/documents/threads/document-worker.ts',
  'src/server/documents/threads/zip-worker.ts',
  'src/server/health/health-worker.ts',
];

const root = resolve(import.meta.dirname, '../..');

/** Bundles and runs the program `name` (without extension). `others` are programs that this program starts as threads or processes. */
export async function runBundled(name, others = [], folder = 'tests/bench') {
  const outDir = `dist/bench/${name}`;
  process.env.NODE_ENV = 'production';
  const input = [...[name, ...others].map((program) => `${folder}/${program}.ts`), ...threads];
  // Sets `input` in a plugin, because `build` would merge its option `input` with the entries of the product's Vite configuration.
  const programs = { name: 'own-programs', options: (options) => ({ ...options, input }) };
  await build({ root, logLevel: 'warn', plugins: [programs], build: { ssr: true, outDir } });
  await import(resolve(root, outDir, `${name}.js`));
}
