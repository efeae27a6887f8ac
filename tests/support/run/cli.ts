import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { otherNode } from '#tests/support/other-node.mjs';
import { otherPostgres } from '#tests/support/other-postgres.mjs';
import { chooseFiles, choiceLines, onlyFiles } from './chosen-files.ts';
import { affectedSince } from './import-graph.ts';
import {
  appendResult,
  commitsWithResults,
  isDirty,
  passedFiles,
  readResults,
  resultsPath,
  sourceState,
  takeOverResults,
} from './kept-results.ts';
import { childSeconds, loopSeconds } from './machine-speed.ts';
import { useMemoryFolder } from './memory-folder.ts';
import { meetNeeds } from './needs.ts';
import { runPart, type PartResult } from './run-part.ts';
import { keptDurations, writeDurations, writeLongDurations } from './slowest-first.ts';
import { longParts, shortParts, unitParts, type TestPart } from './test-sets.ts';

// `long` resumes an interrupted run, unless `--fresh` is set. `changed` runs the files that CI selects. `--keep-durations` stores the times
// of files. `--node 24` runs on Node 24.

const GIGABYTE = 2 ** 30;
/** File with the last commit on which all tests of the long set passed. */
const PASSED_FILE = '.ci/long-set-passed';

const started = Date.now();
const flag = { type: 'boolean', default: false } as const;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { node: { type: 'string' }, postgres: { type: 'string' }, fresh: flag, 'keep-durations': flag },
});
const isOtherVersion = values.node !== undefined || values.postgres !== undefined;
if (values.postgres) process.env['TEST_POSTGRES_PROGRAMS'] = otherPostgres(values.postgres);
const [set = 'short', ...named] = positionals;
const isLong = set === 'long' || set === 'changed';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Returns the part without the files that have already passed on these sources; null if all files have passed. A part without a list of
 * files counts as one file.
 */
function missingOf(part: TestPart, resultsFile: string): TestPart | null {
  const passed = passedFiles(readResults(resultsFile), part.name);
  if (part.files.length === 0) return passed.has(part.name) ? null : part;
  const files = part.files.filter((file) => !passed.has(file));
  return files.length === 0 ? null : { ...part, files };
}

/** Copies the results of files that passed at earlier commits. Skips a file if a change since then can break it. */
function takeOverEarlier(parts: readonly TestPart[], resultsFile: string): void {
  const files = parts.flatMap((part) => part.files);
  for (const commit of commitsWithResults()) {
    const copied = takeOverResults(parts, readResults(resultsPath(commit)), affectedSince(commit, files), resultsFile);
    if (copied > 0) print(`${copied} files passed on ${commit.slice(0, 8)}, and the change since then can't break them.`);
  }
}

/** Seconds since the start. CI sets its start time in Unix seconds, so that only files that fit into the remaining time are selected. */
const elapsedSeconds = (): number => Date.now() / 1000 - Number(process.env['CI_STARTED_AT'] ?? started / 1000);

function partsOfChange(parts: readonly TestPart[], loop: number): readonly TestPart[] {
  const base = readFileSync(PASSED_FILE, 'utf8').trim();
  const steps = affectedSince(
    base,
    parts.flatMap(({ files }) => files),
  );
  const choice = chooseFiles({ parts, steps, loopSeconds: loop, elapsedSeconds: elapsedSeconds(), kept: keptDurations() });
  for (const line of choiceLines(choice, base)) print(line);
  return choice.parts;
}

function runAndRecord(part: TestPart, resultsFile: string): PartResult {
  const result = runPart({ ...part, ...(values.node ? { node: otherNode(values.node) } : {}) }, resultsFile);
  if (part.files.length === 0) appendResult(resultsFile, { part: part.name, file: part.name, passed: result.passed, seconds: 0 });
  return result;
}

/** Writes `PASSED_FILE` and the durations. The person who runs the set commits them separately. */
function recordLongPass(parts: readonly TestPart[], resultsFile: string, loop: number): void {
  if (isDirty()) return print('The long set passed, on sources that are not committed.');
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
  writeFileSync(PASSED_FILE, `${commit}\n`);
  const files = parts.flatMap((part) => part.files);
  const durations = writeLongDurations(readResults(resultsFile), files, loop);
  print(`The long set passed. ${PASSED_FILE} names this commit now: commit that file and ${durations} alone.`);
}

function runSet(loop: number): boolean {
  const { withBrowser, untested } = set === 'unit' ? { withBrowser: false, untested: [] } : meetNeeds(isLong);
  const notes = [...untested];
  // Stops if the build fails, because the tests need the build. After a failed part, the remaining parts still run.
  if (set !== 'unit' && spawnSync(process.execPath, ['src/server/cli/build.mjs'], { stdio: 'inherit' }).status !== 0) return false;
  const resultsFile = resultsPath(sourceState());
  const ability = { withBrowser: withBrowser && !isOtherVersion, onOtherNodes: set === 'long' && !isOtherVersion };
  const all = set === 'unit' ? unitParts() : isLong ? longParts(ability, notes) : shortParts(ability);
  const wanted = set === 'changed' ? partsOfChange(all, loop) : named.length > 0 ? onlyFiles(all, named) : all;
  const isContinued = set === 'long' && !values.fresh && !isOtherVersion;
  if (isContinued) takeOverEarlier(wanted, resultsFile);
  const toRun = isContinued ? wanted.flatMap((part) => missingOf(part, resultsFile) ?? []) : wanted;
  if (toRun.length < wanted.length) print(`${wanted.length - toRun.length} of ${wanted.length} parts have passed on these sources before.`);
  const results = toRun.map((part) => runAndRecord(part, resultsFile));
  const unsteady = results.flatMap((result) => result.unsteady);
  if (unsteady.length > 0) print(`Failed once and passed once: ${unsteady.join(', ')}`);
  for (const sentence of notes) print(sentence);
  for (const failure of results.flatMap(({ failures }) => failures)) print(`Failed: ${failure}`);
  if (values['keep-durations']) writeDurations(readResults(resultsFile), loop);
  const passed = results.every((result) => result.passed);
  const isWhole = set === 'long' && notes.length === 0 && !isOtherVersion && named.length === 0;
  if (passed && isWhole) recordLongPass(all, resultsFile, loop);
  return passed;
}

if (set !== 'unit') useMemoryFolder((isLong ? 8 : 4) * GIGABYTE);
const loop = loopSeconds();
const passed = runSet(loop);
const wall = ((Date.now() - started) / 1000).toFixed(0);
print(`${wall} s, ${childSeconds().toFixed(0)} s of processor time. A loop of 1e9 additions takes ${loop.toFixed(1)} s on this machine.`);
process.exitCode = passed ? 0 : 1;
