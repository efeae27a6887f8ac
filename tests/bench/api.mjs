import { runBundled } from './run-bundled.mjs';

// Compares each read of the platform with a minimal handler that runs only the same query, on PGlite and on PostgreSQL.

await runBundled('api-comparison', ['load']);
