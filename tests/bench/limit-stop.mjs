import { runBundled } from './run-bundled.mjs';

await runBundled('limit-stop');
