import { resolve } from 'node:path';
import { build } from 'vite';

// Each read of the platform against the same query in a bare handler, on both databases. Bundled first, as the product is.

const root = resolve(import.meta.dirname, '../..');
process.env.NODE_ENV = 'production';
await build({
  root,
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir: 'dist/bench',
    rolldownOptions: { input: ['tests/bench/api-comparison.ts', 'tests/bench/load.ts'] },
  },
});
await import(resolve(root, 'dist/bench/api-comparison.js'));
