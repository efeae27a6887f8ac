import { runBundled } from '../../bench/run-bundled.mjs';

// The long set of schedules: bundled, since a schedule is a fraction of a second, and in as many processes as there are processors.

await runBundled('hand-out', ['live'], 'tests/simulation/long');
