import { runBundled } from './run-bundled.mjs';

// Times from usage to the stop, from raising a limit to its end, and from a payment to the end of a restriction, under load.

await runBundled('effect-times', ['effect-load']);
