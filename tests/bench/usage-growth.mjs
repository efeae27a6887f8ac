import { runBundled } from './run-bundled.mjs';

// The upcoming invoice of an organization with a thousand to a million records, also where a spending limit is reached.

await runBundled('usage-growth');
