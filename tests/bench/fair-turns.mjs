import { runBundled } from './run-bundled.mjs';

await runBundled('fair-turns', ['fair-load']);
