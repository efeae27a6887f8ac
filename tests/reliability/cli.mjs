import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { forgetParts, keepTold, keptResults, missingStretches } from './kept-results.mjs';
import { writeReport } from './write-report.mjs';
import { parts, toldResults } from './parts.mjs';

// Runs the long set. Stores the results of each part beside this file, so that an interrupted run resumes where it ended:
//   npm run reliability                                  everything that is missing, then the report
//   npm run reliability -- --only kills-postgres --count 50 --minutes 7
//   npm run reliability -- --only high-availability --fresh   discards earlier results of these parts
//   npm run reliability -- --report                      only writes the report
// `npm test` runs a short set of the same tests.

// A name selects all parts that begin with it: `kills` selects the parts for both databases.
const isNamed = (one) => (part) => part.name === one || part.name.startsWith(`${one}-`);

const usage = `Use --only with ${parts.map(({ name }) => name).join(', ')} (several with commas); --seed, --count, --minutes with a number; --fresh; --report.\n`;

function readArguments(args) {
  const text = { type: 'string' };
  const flag = { type: 'boolean', default: false };
  const { values } = parseArgs({ args, options: { only: text, seed: text, count: text, minutes: text, fresh: flag, report: flag } });
  const [seed, count, minutes] = [values.seed, values.count, values.minutes].map((text) => (text === undefined ? null : Number(text)));
  const only = values.only?.split(',') ?? null;
  const isAmount = (value) => value === null || (Number.isSafeInteger(value) && value >= 0);
  if (![seed, count, minutes].every(isAmount) || only?.some((one) => !parts.some(isNamed(one)))) throw new Error('no such value');
  return { only, seed, count, minutes, fresh: values.fresh, report: values.report };
}

function argumentsOrNull(args) {
  try {
    return readArguments(args);
  } catch {
    return null;
  }
}

const options = argumentsOrNull(process.argv.slice(2));
if (options === null) {
  process.stderr.write(usage);
  process.exit(1);
}

const run = (command, args, env) => spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout?.trim() ?? '';
const version = (command) => /\d+\.\d+/.exec(spawnSync(command, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[0] ?? 'none';
const machine = `Node ${process.version}, PostgreSQL ${version('psql')}, ${availableParallelism()} cores`;

function runPart(part, seed, count) {
  const { line: partLine, files, command, variable, environment = {}, label } = part;
  const started = Date.now();
  const passed = run(...(command ?? ['npx', ['vitest', 'run', '--project', 'server', '--project', 'server-long', ...files]]), {
    RELIABILITY_REPORT: toldResults,
    RELIABILITY_COMMIT: commit,
    RELIABILITY_SEED: String(seed),
    ...(variable ? { [`RELIABILITY_${variable}`]: String(count) } : {}),
    ...(options.minutes === null ? {} : { RELIABILITY_UNTIL: String(started + options.minutes * 60_000) }),
    ...environment,
  });
  const keptLines = keepTold(machine);
  // True if the test has already reported its failed seed. The failure must not be stored twice.
  const isTold = keptLines.some((line) => line.part.startsWith(partLine) && line.violations > 0);
  if ((!passed && !isTold) || label) {
    // If the run has failed, the first seed without a result is the failed seed.
    const from = passed || !variable ? seed : (missingStretches(keptResults(), part, commit)[0]?.seed ?? seed);
    const line = { part: label ?? partLine, seed: from, count: passed ? 1 : 0, violations: passed ? 0 : 1, commit };
    keepTold(machine, { ...line, seconds: Math.round((Date.now() - started) / 1000) });
  }
  return passed;
}

const chosen = parts.filter((part) => options.only?.some((one) => isNamed(one)(part)) ?? true);
keepTold(machine);
if (options.fresh) forgetParts(chosen);
let held = true;
if (!options.report) {
  mkdirSync(dirname(toldResults), { recursive: true });
  if (chosen.some(({ runsProgram }) => runsProgram) && !run('node', ['src/server/cli/build.mjs'])) process.exit(1);
  for (const part of chosen) {
    const wanted = { seed: options.seed ?? 1, count: options.count ?? part.goal };
    // Runs requested seeds even if they have run before, so that a failure can be reproduced.
    const stretches =
      options.seed === null ? missingStretches(keptResults(), part, commit).slice(0, options.count === null ? undefined : 1) : [wanted];
    for (const { seed, count } of stretches)
      held = runPart(part, seed, options.count === null ? count : Math.min(count, options.count)) && held;
  }
}
const path = join('tests', 'reliability', 'REPORT.md');
writeReport(path, keptResults());
process.stdout.write(`\n${readFileSync(path, 'utf8')}\nWritten to ${path}.\n`);
process.exitCode = held ? 0 : 1;
