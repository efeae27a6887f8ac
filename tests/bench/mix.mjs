import { resolve } from 'node:path';
import { build } from 'vite';

// A mix of reads and a mix of writes, kept up for a while, against the bare database. Bundled first, as the product is.

const root = resolve(import.meta.dirname, '../..');
process.env.NODE_ENV = 'production';
await build({
  root,
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir: 'dist/bench-mix',
    rolldownOptions: { input: ['tests/bench/mix.ts', 'tests/bench/mix-load.ts'] },
  },
});
await import(resolve(root, 'dist/bench-mix/mix.js'));
