import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loopSeconds } from '#tests/support/run/machine-speed.ts';
import { judges, type JudgeResult } from './judges.ts';

// Runs the judges before a release. The judges are not part of the long test set, because they take too long.
//   npm run judges                        runs all judges
//   npm run judges -- --only audit,bench  runs only the named judges
//   npm run judges -- --list              only prints the last results of all judges
//   npm run judges -- --e-invoice FOLDER  checks e-invoices by the official rules in FOLDER
// The last result of each judge is stored in the folder of this file.

const RESULTS_FILE = 'tests/judges/results.json';

const { values } = parseArgs({
  options: { only: { type: 'string' }, 'e-invoice': { type: 'string' }, list: { type: 'boolean', default: false } },
});
const eInvoiceRules = values['e-invoice'];
const chosen = values.only?.split(',') ?? judges.filter(({ needsFolder }) => !needsFolder).map(({ name }) => name);
const names = eInvoiceRules === undefined ? chosen : ['e-invoice'];
const unknown = names.filter((name) => !judges.some((judge) => judge.name === name));
if (unknown.length > 0) {
  process.stderr.write(`No judge is called ${unknown.join(', ')}. There are ${judges.map(({ name }) => name).join(', ')}.\n`);
  process.exit(2);
}

if (eInvoiceRules === undefined && judges.some(({ name, needsFolder }) => needsFolder && names.includes(name))) {
  process.stderr.write('Name the folder of the rules: npm run judges -- --e-invoice FOLDER\n');
  process.exit(2);
}

const readResults = (): Record<string, JudgeResult> =>
  existsSync(RESULTS_FILE) ? (JSON.parse(readFileSync(RESULTS_FILE, 'utf8')) as Record<string, JudgeResult>) : {};

if (!values.list) {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  const loop = Math.round(loopSeconds() * 10) / 10;
  for (const { name, command, needsFolder } of judges.filter((judge) => names.includes(judge.name))) {
    const started = Date.now();
    const [program = '', ...args] = needsFolder ? [...command, eInvoiceRules ?? ''] : command;
    const passed = spawnSync(program, args, { stdio: 'inherit' }).status === 0;
    const seconds = Math.round((Date.now() - started) / 1000);
    const date = new Date(started).toISOString().slice(0, 10);
    // Reads the file again, because a judge can take an hour. Another run may have changed the file during this time.
    const results = { ...readResults(), [name]: { passed, commit, date, seconds, loop_seconds: loop } };
    writeFileSync(RESULTS_FILE, `${JSON.stringify(results, null, 2)}\n`);
    if (!passed) process.exitCode = 1;
  }
}

const results = readResults();
for (const { name, what } of judges) {
  const last = results[name];
  const verdictText = last
    ? `${last.passed ? 'passed' : 'FAILED'} on ${last.commit.slice(0, 8)}, ${last.date}, ${last.seconds} s`
    : 'no result is kept';
  process.stdout.write(`${name}: ${verdictText} (${what})\n`);
}
