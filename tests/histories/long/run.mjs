import { runBundled } from '../../bench/run-bundled.mjs';

// The long set of histories through the real server, in as many processes as there are processors.

await runBundled('hand-out', ['live'], 'tests/histories/long');
