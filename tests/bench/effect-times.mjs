import { runBundled } from './run-bundled.mjs';

// Measures under load how long a stop after usage, the end of a stop after a raised limit, and the end of a restriction take.

await runBundled('effect-times', ['effect-load']);
