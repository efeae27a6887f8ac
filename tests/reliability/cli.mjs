import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { missing } from './covered.mjs';
import { writeReport } from './write-report.mjs';
import { parts, results } from './parts.mjs';

// The long set. What has been done is kept, one line for each stretch of seeds, so a run that was cut off goes on where it ended:
//   npm run reliability                                  everything that is missing, then the report
//   npm run reliability -- --only kills-postgres --count 50 --minutes 7
//   npm run reliability -- --fresh                       begins anew
//   npm run reliability -- --report                      only writes the report
// The short set of the same tests is part of `npm test`.

// A name stands for all parts that begin with it: `kills` for those on both databases.
const isNamed = (one) => (part) => part.name === one || part.name.startsWith(`${one}-`);

const usage = `Use --only with ${parts.map(({ name }) => name).join(', ')} (several with commas); --seed, --count, --minutes with a number; --fresh; --report.\n`;

function readArguments(args) {
  const text = { type: 'string' };
  const flag = { type: 'boolean', default: false };
  const { values } = parseArgs({ args, options: { only: text, seed: text, count: text, minutes: text, fresh: flag, report: flag } });
  const [seed, count, minutes] = [values.seed, values.count, values.minutes].map((given) => (given === undefined ? null : Number(given)));
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

const asked = argumentsOrNull(process.argv.slice(2));
if (asked === null) {
  process.stderr.write(usage);
  process.exit(1);
}

const run = (command, args, env) => spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout?.trim() ?? '';
const read = () =>
  existsSync(results)
    ? readFileSync(results, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : [];

/** One stretch of a part. @returns whether everything held */
function runPart(part, seed, count) {
  const { line: own, files, command, variable, environment = {}, label } = part;
  const started = Date.now();
  const failures = () => read().filter((line) => line.part === own && line.violations > 0).length;
  const before = failures();
  const passed = run(...(command ?? ['npx', ['vitest', 'run', '--project', 'server', '--project', 'server-long', ...files]]), {
    RELIABILITY_REPORT: results,
    RELIABILITY_COMMIT: commit,
    RELIABILITY_SEED: String(seed),
    ...(variable ? { [`RELIABILITY_${variable}`]: String(count) } : {}),
    ...(asked.minutes === null ? {} : { RELIABILITY_UNTIL: String(started + asked.minutes * 60_000) }),
    ...environment,
  });
  // Some name the seed that broke themselves.
  if ((!passed && failures() === before) || label) {
    // What broke lies in the first stretch that is still missing.
    const from = passed || !variable ? seed : (missing(read(), part, commit)[0]?.seed ?? seed);
    const line = { part: label ?? own, seed: from, count: passed ? 1 : 0, violations: passed ? 0 : 1, commit };
    appendFileSync(results, `${JSON.stringify({ ...line, seconds: Math.round((Date.now() - started) / 1000) })}\n`);
  }
  return passed;
}

if (asked.fresh) rmSync(results, { force: true });
let held = true;
if (!asked.report) {
  mkdirSync(dirname(results), { recursive: true });
  const chosen = parts.filter((part) => asked.only?.some((one) => isNamed(one)(part)) ?? true);
  if (chosen.some(({ runsProgram }) => runsProgram) && !run('node', ['src/server/cli/build.mjs'])) process.exit(1);
  for (const part of chosen) {
    const wanted = { seed: asked.seed ?? 1, count: asked.count ?? part.goal };
    // Named seeds are run whether they have been or not: that is how a failure is seen again.
    const stretches = asked.seed === null ? missing(read(), part, commit).slice(0, asked.count === null ? undefined : 1) : [wanted];
    for (const { seed, count } of stretches)
      held = runPart(part, seed, asked.count === null ? count : Math.min(count, asked.count)) && held;
  }
}
const path = join('tests', 'reliability', 'REPORT.md');
writeReport(path, read());
process.stdout.write(`\n${readFileSync(path, 'utf8')}\nWritten to ${path}.\n`);
process.exitCode = held ? 0 : 1;
