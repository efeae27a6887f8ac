import { runBundled } from './run-bundled.mjs';

await runBundled('effect-times', ['effect-load']);
