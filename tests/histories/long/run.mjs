import { runBundled } from '../../bench/run-bundled.mjs';

// Runs the long set of histories through the real server, with one process per processor.

await runBundled('hand-out', ['live'], 'tests/histories/long');
