import { runBundled } from '../../bench/run-bundled.mjs';

// The long set of schedules: bundled, because one takes a fraction of a second, with one process per processor.

await runBundled('hand-out', ['live'], 'tests/simulation/long');
