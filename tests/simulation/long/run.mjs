import { runBundled } from '../../bench/run-bundled.mjs';

await runBundled('hand-out', ['live'], 'tests/simulation/long');
