import { runBundled } from './run-bundled.mjs';

// The same work on a database of a thousand organizations and on one of a million.

await runBundled('million-organizations');
