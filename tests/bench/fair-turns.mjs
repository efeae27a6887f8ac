import { runBundled } from './run-bundled.mjs';

// Measures one organization while a member of another one floods the platform.

await runBundled('fair-turns', ['fair-load']);
