import { runBundled } from './run-bundled.mjs';

// Times under load: usage until the stop, a raised limit until the stop ends, the last payment until the restriction ends.

await runBundled('effect-times', ['effect-load']);
