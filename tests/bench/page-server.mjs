import { runBundled } from './run-bundled.mjs';

await runBundled('page-server', ['together']);
