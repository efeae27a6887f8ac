import { spawnSync } from 'node:child_process';
import { shown, verdictOf } from './figure.ts';
import { failuresOf } from './gates.ts';
import { goals } from './goals.ts';
import { readOptions, usage, type Options } from './options.ts';
import { buildName, machineName, readKept, readResult, writeResult, type Result } from './results.ts';
import { suites } from './suites.ts';
import { writeReport } from './report/write.ts';

// Runs the chosen suites, except suites that already have results for this build, and writes the report.

function optionsOrExit(): Options {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}\n`);
    process.exit(2);
  }
}

const say = (words: string): void => void process.stdout.write(`${words}\n`);

async function measure(name: string, load: (typeof suites)[string], { rounds }: Options): Promise<Result> {
  const suite = await load();
  say(`${name}: ${suite.about}`);
  const started = performance.now();
  const measured = await suite.run({ rounds, say: (words) => say(`  ${words}`) });
  const seconds = Math.round((performance.now() - started) / 1000);
  return { suite: name, build: buildName(), date: new Date().toISOString(), rounds, seconds, machine: machineName(), ...measured };
}

function tell({ figures }: Result): void {
  for (const { row, of, value, floor } of figures) {
    const { quantity, unit } = goals[row];
    const base = floor ? `, ${floor.name}: ${shown(unit === 'times' ? 'ms' : unit, floor.value)}` : '';
    say(`  ${verdictOf(goals[row], value).padEnd(6)} ${shown(unit, value).padStart(11)}  ${quantity}${of && `: ${of}`}${base}`);
  }
}

const options = optionsOrExit();
const measured: Result[] = [];
if (!options.reportOnly) {
  const built = spawnSync(process.execPath, ['src/server/cli/build.mjs'], { stdio: 'inherit' });
  if (built.status !== 0) process.exit(1);
  for (const name of options.only) {
    const load = suites[name];
    const known = readResult(name);
    if (!load) continue;
    if (!options.fresh && known?.build === buildName() && known.rounds >= options.rounds) {
      say(`${name}: measured before`);
      tell(known);
      measured.push(known);
      continue;
    }
    const result = await measure(name, load, options);
    writeResult(result);
    tell(result);
    measured.push(result);
  }
}
const written = writeReport(
  Object.keys(suites).flatMap((name) => readResult(name) ?? readKept(name) ?? []),
  options.keep,
);
say(written);
const failures = failuresOf(measured.flatMap(({ figures }) => figures));
for (const { words } of failures) say(`Gate: ${words}`);
if (failures.length > 0) process.exitCode = 1;
