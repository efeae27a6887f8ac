import { resolve } from 'node:path';
import { build } from 'vite';

// What the server does for one view of the page. Bundled first, as the product is.

const root = resolve(import.meta.dirname, '../..');
process.env.NODE_ENV = 'production';
await build({
  root,
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir: 'dist/bench',
    emptyOutDir: false,
    rolldownOptions: { input: ['tests/bench/page-server.ts', 'tests/bench/together.ts'] },
  },
});
await import(resolve(root, 'dist/bench/page-server.js'));
