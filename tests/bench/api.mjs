import { runBundled } from './run-bundled.mjs';

// Compares each platform read with the same query in a bare handler, on both databases.

await runBundled('api-comparison', ['load']);
