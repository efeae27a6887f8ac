import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { parts, toldResults } from './parts.mjs';

/** File in the repository with the results of every part, one JSON object per text line. The report is generated only from this file. */
const keptPath = 'tests/reliability/results.jsonl';

const linesIn = (path) =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : [];

/**
 * True for a part that runs with a range of seeds. Results of such a part are summed. For other parts, the last result replaces earlier
 * results.
 */
const isSeeded = (name) => parts.some(({ line, variable }) => line === name && variable !== undefined);

/** Sorts ranges of seeds and merges adjacent and overlapping ranges. */
function joinedStretches(stretches) {
  const joined = [];
  for (const { seed, count } of stretches.toSorted((a, b) => a.seed - b.seed)) {
    const last = joined.at(-1);
    if (last && seed <= last.seed + last.count) last.count = Math.max(last.count, seed + count - last.seed);
    else joined.push({ seed, count });
  }
  return joined;
}

/** Adds up the figures of two ranges of seeds. If a figure cannot be summed, keeps the later value. */
function addedFigures(sums, more) {
  const added = { ...sums };
  for (const [name, value] of Object.entries(more)) {
    const isSum = typeof value === 'number' && !/ms$|each/.test(name);
    if (/slowest/.test(name)) added[name] = Math.max(added[name] ?? 0, value);
    else added[name] = isSum ? (added[name] ?? 0) + value : value;
  }
  return added;
}

function withLine(entry, { seed, count, violations, commit = '?', counted = {} }) {
  if (violations > 0) return { ...entry, failures: [...entry.failures, { seed, commit }] };
  const whole = [{ seed: 1, count: Math.max(count, entry.stretches[0]?.count ?? 0) }];
  const newStretches = count > 0 ? [{ seed, count }] : [];
  return {
    part: entry.part,
    stretches: isSeeded(entry.part) ? joinedStretches([...entry.stretches, ...newStretches]) : whole,
    commits: [...entry.commits.filter((each) => each !== commit), commit],
    counted: isSeeded(entry.part) ? addedFigures(entry.counted, counted) : counted,
    // A failure remains until the same seed has passed.
    failures: entry.failures.filter((failure) => failure.seed < seed || failure.seed >= seed + Math.max(1, count)),
  };
}

export const keptResults = () => linesIn(keptPath);

function writeKept(kept) {
  const order = parts.map(({ line }) => line);
  const place = ({ part }) => order.findIndex((line) => part.startsWith(line));
  const text = kept.toSorted((a, b) => place(a) - place(b) || a.part.localeCompare(b.part)).map((entry) => `${JSON.stringify(entry)}\n`);
  writeFileSync(`${keptPath}.new`, text.join(''));
  renameSync(`${keptPath}.new`, keptPath);
}

/** @param machine description of the machine on which the tests ran @returns the results that this call has added to the stored results */
export function keepTold(machine, ...more) {
  const resultLines = [...linesIn(toldResults), ...more];
  if (resultLines.length === 0) return [];
  const kept = new Map(keptResults().map((entry) => [entry.part, entry]));
  for (const line of resultLines) {
    const entry = kept.get(line.part) ?? { part: line.part, stretches: [], commits: [], counted: {}, failures: [] };
    kept.set(line.part, { ...withLine(entry, line), machine });
  }
  writeKept([...kept.values()]);
  rmSync(toldResults, { force: true });
  return resultLines;
}

export function forgetParts(chosen) {
  rmSync(toldResults, { force: true });
  writeKept(keptResults().filter(({ part }) => !chosen.some(({ line }) => part.startsWith(line))));
}

/** Returns the ranges of seeds that have not run. For a part without seeds, returns one range if the part has not run at this commit. */
export function missingStretches(kept, part, commit) {
  const partEntries = kept.filter(({ part: name }) => name.startsWith(part.line));
  if (!part.variable) {
    const isDone = partEntries.some(
      ({ part: name, commits, stretches }) => commits.at(-1) === commit && (name !== part.line || stretches[0]?.count >= part.goal),
    );
    return isDone ? [] : [{ seed: 1, count: part.goal }];
  }
  const gaps = [];
  let next = 1;
  for (const { seed, count } of partEntries.find(({ part: name }) => name === part.line)?.stretches ?? []) {
    if (seed > next) gaps.push({ seed: next, count: Math.min(seed, part.goal + 1) - next });
    next = Math.max(next, seed + count);
  }
  if (next <= part.goal) gaps.push({ seed: next, count: part.goal + 1 - next });
  return gaps.filter(({ count }) => count > 0);
}
