import { runBundled } from './run-bundled.mjs';

// Measures three delays under load: from usage until a limit stops charges, from a raised limit until charges resume, and from a payment
// until a restriction ends.

await runBundled('effect-times', ['effect-load']);
