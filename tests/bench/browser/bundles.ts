import { resolve } from 'node:path';
import { build, type InlineConfig, type Plugin } from 'vite';

const root = resolve(import.meta.dirname, '../../..');

const partsAtOnce: Plugin = {
  name: 'parts-at-once',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('/lazy-part.tsx') ? code.replaceAll('import.meta.env.SSR', 'true') : null),
};

async function scriptOf(config: InlineConfig): Promise<string> {
  process.env['NODE_ENV'] = 'production';
  const result = await build({ root, logLevel: 'warn', ...config });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error('The build gave nothing');
  const chunk = output.output.find((part) => part.type === 'chunk');
  if (!chunk) throw new Error('The build gave no script');
  return chunk.code;
}

const oneChunk = { codeSplitting: false } as const;
const inMemory = { write: false, minify: true, target: 'es2022', modulePreload: { polyfill: false } } as const;

export const eagerBundle = (): Promise<string> =>
  scriptOf({
    plugins: [partsAtOnce],
    build: { ...inMemory, rolldownOptions: { input: resolve(root, 'tests/bench/browser/eager-entry.ts'), output: oneChunk } },
  });

/** Builds a baseline page, which uses only React and native elements, as a single script. */
export const floorBundle = (file: string): Promise<string> =>
  scriptOf({
    configFile: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { ...inMemory, rolldownOptions: { input: resolve(root, 'tests/bench/floors', file), output: oneChunk } },
  });
