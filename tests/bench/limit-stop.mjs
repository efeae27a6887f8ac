import { runBundled } from './run-bundled.mjs';

// Time from incoming usage to the stop by a spending limit.

await runBundled('limit-stop');
