import { resolve } from 'node:path';
import { build } from 'vite';

// Histories of a hundred and of a hundred thousand invoices: pages, filters, counts, search, CSV. Bundled first, as the product is.

const root = resolve(import.meta.dirname, '../..');
process.env.NODE_ENV = 'production';
await build({
  root,
  logLevel: 'warn',
  build: { ssr: true, outDir: 'dist/bench', emptyOutDir: false, rolldownOptions: { input: ['tests/bench/invoices.ts'] } },
});
await import(resolve(root, 'dist/bench/invoices.js'));
