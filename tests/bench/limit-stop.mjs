import { runBundled } from './run-bundled.mjs';

// From usage that comes in to the stop of a spending limit.

await runBundled('limit-stop');
