import { runBundled } from './run-bundled.mjs';

// What the server does for one view of the page.

await runBundled('page-server', ['together']);
