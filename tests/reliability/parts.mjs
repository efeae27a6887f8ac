/** Every stretch that was run, a line each. It stays with the machine that ran it: the report is what the project keeps. */
export const results = '.cache/reliability/results.jsonl';

/**
 * The parts of the long set. `line` is what the tests call themselves in the results, `goal` how much is wanted, `variable` tells the
 * tests how much to do; parts without one are run whole. `runsProgram`: what is built is started.
 */
export const parts = [
  {
    name: 'schedules',
    line: 'schedules',
    what: 'simulated schedules under faults',
    goal: 20_000,
    variable: 'SCHEDULES',
    command: ['node', ['tests/simulation/long/run.mjs']],
  },
  {
    name: 'histories',
    line: 'worlds of histories',
    what: 'worlds of 25 random billing histories through the server',
    goal: 80,
    variable: 'WORLDS',
    command: ['node', ['tests/histories/long/run.mjs']],
  },
  {
    name: 'engine-histories',
    line: 'engine histories',
    what: 'random billing histories on the pure engine',
    goal: 100_000,
    variable: 'ENGINE_HISTORIES',
    command: ['npx', ['vitest', 'run', '--project', 'unit', 'src/server/domain/histories.property.test.ts']],
  },
  ...['pglite', 'postgres'].map((store) => ({
    name: `kills-${store}`,
    line: `kills on ${store}`,
    what: `SIGKILL under load, ${store === 'pglite' ? 'data folder' : 'PostgreSQL'}`,
    goal: 500,
    variable: 'KILLS',
    files: ['tests/server/kills/kills.test.ts'],
    runsProgram: true,
    environment: { RELIABILITY_WITHOUT_FLEET: '1', RELIABILITY_STORE: store },
  })),
  {
    name: 'processes',
    line: 'three processes',
    what: 'three processes behind a balancer',
    goal: 1,
    files: ['tests/server/kills/processes.test.ts'],
    runsProgram: true,
    environment: { RELIABILITY_WITHOUT_FLEET: '1' },
  },
  {
    name: 'authorization',
    line: 'authorization',
    what: 'cells of the authorization matrix',
    goal: 2000,
    files: ['tests/server/authorization'],
  },
  {
    name: 'bad-input',
    line: 'bad input',
    what: 'bad inputs for each call',
    goal: 2000,
    variable: 'BAD_INPUTS',
    files: ['tests/server/bad-input/'],
  },
  {
    name: 'races',
    line: '100-way races',
    what: '100-way races of money writes, PostgreSQL',
    goal: 17,
    files: ['tests/server/money/races.test.ts'],
  },
  {
    name: 'money',
    label: 'crashes, faults, outage of 72 hours',
    line: 'crashes, faults, outage of 72 hours',
    what: 'crashes, faults and an outage of 72 hours',
    goal: 1,
    files: ['crashes', 'faults', 'outage', 'sequences', 'webhooks'].map((file) => `tests/server/money/${file}.test.ts`),
    environment: { RELIABILITY_WITHOUT_FLEET: '1' },
  },
  {
    name: 'seeded-bugs',
    label: 'seeded bugs',
    line: 'seeded bugs',
    what: 'every checker finds its seeded bugs',
    goal: 1,
    files: ['tests/simulation/seeded-bugs.test.ts', 'tests/simulation/checker.test.ts'],
    environment: { RELIABILITY_WITHOUT_FLEET: '1' },
  },
  {
    name: 'sign-in',
    label: 'sign-in, headers, audit, backup',
    line: 'sign-in, headers, audit, backup',
    what: 'sign-in, headers, cross-site writes, floods, audit, backup and restore',
    goal: 1,
    files: ['openid', 'sign-in', 'headers', 'security-checks', 'audit', 'observability', 'backup'].map(
      (file) => `tests/server/${file}.test.ts`,
    ),
  },
  {
    name: 'previous-version',
    line: 'previous version',
    what: 'the build of the version before on the schema of today, under load',
    goal: 1,
    files: ['tests/server/deployment/previous-version.test.ts'],
    runsProgram: true,
    environment: { RELIABILITY_PREVIOUS_VERSION: '1', RELIABILITY_WITHOUT_FLEET: '1' },
  },
  {
    name: 'load',
    line: 'load: ',
    what: 'read and write mix against the bare database',
    goal: 4,
    command: ['node', ['tests/bench/mix.mjs']],
  },
];
