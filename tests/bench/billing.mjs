import { resolve } from 'node:path';
import { build } from 'vite';

// Usage coming in by the million, and the upcoming invoice of organizations that grow. Bundled first, as the product is.

const root = resolve(import.meta.dirname, '../..');
process.env.NODE_ENV = 'production';
await build({
  root,
  logLevel: 'warn',
  build: { ssr: true, outDir: 'dist/bench', emptyOutDir: false, rolldownOptions: { input: ['tests/bench/billing-scale.ts'] } },
});
await import(resolve(root, 'dist/bench/billing-scale.js'));
