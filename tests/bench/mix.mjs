import { runBundled } from './run-bundled.mjs';

// Compares sustained mixes of reads and writes with the bare database.

await runBundled('mix', ['mix-load']);
