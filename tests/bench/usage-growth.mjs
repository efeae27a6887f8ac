import { runBundled } from './run-bundled.mjs';

// Upcoming invoice of an organization with a thousand to a million records, also with a reached spending limit.

await runBundled('usage-growth');
