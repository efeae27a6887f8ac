import { runBundled } from './run-bundled.mjs';

// A mix of reads and a mix of writes, kept up for a while, against the bare database.

await runBundled('mix', ['mix-load']);
