import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// The long set: `npm run reliability -- --schedules 20000 --bad-inputs 2000 --kills 500 --seed 1`. Writes what ran, with seeds and
// counts, to dist/reliability. The short set of the same tests is part of `npm test`.

const usual = { schedules: 2000, 'bad-inputs': 2000, kills: 50, seed: 1 };
const asked = { ...usual };
const given = process.argv.slice(2);
for (let index = 0; index < given.length; index += 2) {
  const name = given[index]?.replace(/^--/, '') ?? '';
  const value = Number(given[index + 1]);
  if (!Object.hasOwn(usual, name) || !Number.isSafeInteger(value) || value < 0) {
    process.stderr.write(
      `Use --schedules, --bad-inputs, --kills or --seed with a number; not ${given[index]} ${given[index + 1] ?? ''}.\n`,
    );
    process.exit(1);
  }
  asked[name] = value;
}

/** @type {[name: string, files: string[]][]} */
const parts = [
  ['simulation', ['tests/simulation']],
  ['bad input', ['tests/server/bad-input/']],
  ['authorization', ['tests/server/authorization/']],
  ['kills', ['tests/server/kills.test.ts']],
  ['races, crashes and faults of money', ['tests/server/money/', 'tests/server/billing-races.test.ts']],
  [
    'sign-in, headers, backup',
    ['tests/server/openid.test.ts', 'tests/server/headers.test.ts', 'tests/server/security-checks.test.ts', 'tests/server/backup.test.ts'],
  ],
];

const folder = join('dist', 'reliability');
mkdirSync(folder, { recursive: true });
const lines = join(folder, 'lines.jsonl');
rmSync(lines, { force: true });
const environment = {
  ...process.env,
  RELIABILITY_REPORT: lines,
  RELIABILITY_SCHEDULES: String(asked.schedules),
  RELIABILITY_BAD_INPUTS: String(asked['bad-inputs']),
  RELIABILITY_KILLS: String(asked.kills),
  RELIABILITY_SEED: String(asked.seed),
};

const run = (command, args, env = process.env) => spawnSync(command, args, { stdio: 'inherit', env }).status === 0;
if (!run('node', ['src/server/cli/build.mjs'])) process.exit(1);

const results = parts.map(([name, files]) => {
  const started = performance.now();
  const passed = run('npx', ['vitest', 'run', '--project', 'server', ...files], environment);
  return { name, passed, seconds: Math.round((performance.now() - started) / 1000) };
});

const counted = existsSync(lines)
  ? readFileSync(lines, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout?.trim() ?? '';
writeFileSync(join(folder, 'report.json'), `${JSON.stringify({ commit, asked, results, counted }, null, 2)}\n`);

const table = [
  `# Reliability of ${commit}`,
  '',
  '| part | result | seconds |',
  '|---|---|---|',
  ...results.map(({ name, passed, seconds }) => `| ${name} | ${passed ? 'passed' : 'FAILED'} | ${seconds} |`),
  '',
  ...counted.map(
    (line) =>
      `- ${Object.entries(line)
        .map(([name, value]) => `${name} ${value}`)
        .join(', ')}`,
  ),
  '',
];
writeFileSync(join(folder, 'report.md'), table.join('\n'));
process.stdout.write(`\n${table.join('\n')}\nWritten to ${folder}.\n`);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
