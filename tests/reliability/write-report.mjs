import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { covered } from './covered.mjs';
import { parts } from './parts.mjs';

const seedsOf = (stretches) => stretches.map(({ seed, count }) => (count === 1 ? `${seed}` : `${seed} to ${seed + count - 1}`)).join(', ');
const commitsOf = (lines) => [...new Set(lines.map(({ commit }) => commit ?? '?'))].join(', ');

function postgresVersion() {
  try {
    return execFileSync('psql', ['--version'], { encoding: 'utf8' })
      .trim()
      .replace(/^psql \(PostgreSQL\) ([\d.]+).*/, '$1');
  } catch {
    return 'none';
  }
}

/** Figures of a part, added up over its stretches; of those that don't add up, the last. */
function counted(lines) {
  const sums = {};
  for (const line of lines) {
    for (const [name, value] of Object.entries(line.counted ?? {})) {
      const isSum = typeof value === 'number' && !/ms$|each/.test(name);
      if (/slowest/.test(name)) sums[name] = Math.max(sums[name] ?? 0, value);
      else sums[name] = isSum ? (sums[name] ?? 0) + value : value;
    }
  }
  return Object.entries(sums).map(([name, value]) => `${name}: ${typeof value === 'number' ? value.toLocaleString('en-US') : value}`);
}

function rowOf(part, lines) {
  const own = lines.filter((line) => line.part.startsWith(part.line));
  const held = own.filter(({ violations }) => violations === 0);
  const isSeeded = part.variable !== undefined;
  const stretches = covered(lines, part);
  const done = isSeeded ? stretches.reduce((sum, { count }) => sum + count, 0) : Math.max(0, ...held.map(({ count }) => count));
  const shown = part.name === 'load' ? new Set(held.map((line) => line.part)).size : done;
  // A failure counts until the same seed has held since.
  const broken = own.filter(
    (line, index) =>
      line.violations > 0 &&
      !own
        .slice(index + 1)
        .some((later) => later.violations === 0 && later.seed <= line.seed && line.seed < later.seed + Math.max(1, later.count)),
  );
  const cells = [
    part.what,
    part.goal.toLocaleString('en-US'),
    shown.toLocaleString('en-US'),
    part.variable ? seedsOf(stretches) : '',
    broken.length,
    commitsOf(held),
  ];
  return { row: `| ${cells.join(' | ')} |`, own: held, broken };
}

/** Writes the report of what the lines say. */
export function writeReport(path, lines) {
  const rows = parts.map((part) => ({ part, ...rowOf(part, lines) }));
  const details = rows.flatMap(({ part, own }) => {
    if (part.name === 'load') {
      const last = new Map(own.map((line) => [line.part, line]));
      return [...last.values()].map((line) => `- ${line.part}: ${counted([line]).join('; ')}`);
    }
    const figures = counted(part.variable ? own : own.slice(-1));
    return figures.length > 0 ? [`- ${part.what}: ${figures.join('; ')}`] : [];
  });
  const broken = rows.flatMap(({ part, broken: failed }) =>
    failed.map(({ seed, commit }) => `- ${part.name}, from seed ${seed} on, at ${commit}`),
  );
  const text = [
    '# Reliability',
    '',
    'Made by `npm run reliability` from `results.jsonl`, where every stretch of seeds that was run has its line. A stretch that failed is named',
    'below until the same seeds have held. To see a seed again: `npm run reliability -- --only schedules --seed <seed> --count 1`.',
    '',
    '| what | asked for | done | seeds | violations | commits |',
    '|---|---|---|---|---|---|',
    ...rows.map(({ row }) => row),
    '',
    '## Counted on the way',
    '',
    ...details,
    '',
    ...(broken.length > 0 ? ['## Failed', '', ...broken, ''] : []),
    `Node ${process.version}, PostgreSQL ${postgresVersion()}, ${availableParallelism()} cores. Times are those of a shared machine; ratios were measured in turns.`,
    '',
  ];
  writeFileSync(path, text.join('\n'));
}
