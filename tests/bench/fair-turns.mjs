import { runBundled } from './run-bundled.mjs';

// Measures requests of one organization while others flood the platform, or keep slow connections open.

await runBundled('fair-turns', ['fair-load']);
