import { runBundled } from './run-bundled.mjs';

// Measures three delays under load: from usage to a stop, from a raised limit to the end of the stop, and from a payment to the end of
// a restriction.

await runBundled('effect-times', ['effect-load']);
