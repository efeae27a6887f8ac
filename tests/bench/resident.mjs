import { runBundled } from './run-bundled.mjs';

// Resident memory of the built server while it is idle.

await runBundled('resident');
