import { runBundled } from './run-bundled.mjs';

// Each read of the platform against the same query in a bare handler, on both databases.

await runBundled('api-comparison', ['load']);
