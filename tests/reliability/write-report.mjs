import { writeFileSync } from 'node:fs';
import { parts } from './parts.mjs';

const seedsOf = (stretches) => stretches.map(({ seed, count }) => (count === 1 ? `${seed}` : `${seed} to ${seed + count - 1}`)).join(', ');

const figuresOf = ({ counted }) =>
  Object.entries(counted).map(([name, value]) => `${name}: ${typeof value === 'number' ? value.toLocaleString('en-US') : value}`);

/** True for a part whose runs have separate names; each named run counts. */
const isNamed = ({ name }) => name === 'load';

function rowOf(part, entries) {
  const counts = entries.flatMap(({ stretches }) => stretches.map(({ count }) => count));
  const done = part.variable ? counts.reduce((sum, count) => sum + count, 0) : Math.max(0, ...counts);
  const cells = [
    part.what,
    part.goal.toLocaleString('en-US'),
    (isNamed(part) ? entries.length : done).toLocaleString('en-US'),
    part.variable ? seedsOf(entries.flatMap(({ stretches }) => stretches)) : '',
    entries.reduce((sum, { failures }) => sum + failures.length, 0),
    [...new Set(entries.flatMap(({ commits }) => commits))].join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Writes the report of the stored results, one line per part. */
export function writeReport(path, kept) {
  const all = parts.map((part) => ({ part, entries: kept.filter(({ part: name }) => name.startsWith(part.line)) }));
  const details = all.flatMap(({ part, entries }) =>
    entries
      .filter((entry) => figuresOf(entry).length > 0)
      .map((entry) => `- ${entry.part === part.line ? part.what : entry.part}: ${figuresOf(entry).join('; ')}`),
  );
  const broken = all.flatMap(({ part, entries }) =>
    entries.flatMap(({ failures }) => failures.map(({ seed, commit }) => `- ${part.name}, from seed ${seed} on, at ${commit}`)),
  );
  const machines = new Set(all.flatMap(({ entries }) => entries.map(({ machine }) => machine)));
  const text = [
    '# Reliability',
    '',
    'Made by `npm run reliability` from `results.jsonl` beside it, where every part has a line. A stretch of seeds that failed is named',
    'below until the same seeds have held. To see a seed again: `npm run reliability -- --only schedules --seed <seed> --count 1`.',
    '',
    '| what | asked for | done | seeds | violations | commits |',
    '|---|---|---|---|---|---|',
    ...all.map(({ part, entries }) => rowOf(part, entries)),
    '',
    '## Counted on the way',
    '',
    ...details,
    '',
    ...(broken.length > 0 ? ['## Failed', '', ...broken, ''] : []),
    `${[...machines].join('; ')}. Times are those of a shared machine; ratios were measured in turns.`,
    '',
  ];
  writeFileSync(path, text.join('\n'));
}
