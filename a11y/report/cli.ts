import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildName, readEvidence } from '#a11y/audit/evidence.ts';
import { faultTable } from '#a11y/faults/table.ts';
import { screens } from '#a11y/states/catalogue.ts';
import { auditSummary, keepAudit, keepTests, readKeptEvidence } from './evidence.ts';
import { openAcr } from './openacr.ts';
import { reportPage } from './page.ts';
import { testFiles } from './proofs.ts';
import { runTests } from './run-tests.ts';
import { takenNow } from './sources.ts';

// This program runs the tests of the report first. With `--from-evidence`, the program only writes the files, from stored results.

function takeOverAudit(): void {
  const build = buildName();
  const all = screens().map(([state]) => [state, state ? readEvidence(state) : null] as const);
  const known = all.flatMap(([, evidence]) => (evidence?.build === build ? [evidence] : []));
  if (known.length === 0) return;
  const missing = all.flatMap(([state, evidence]) => (state && evidence?.build !== build ? [state.name] : []));
  // All results are from the current build, so they are stored with the current commit and source digest.
  keepAudit({ ...auditSummary(build, missing, known), ...takenNow() });
}

const { 'from-evidence': fromEvidence } = parseArgs({ options: { 'from-evidence': { type: 'boolean' } } }).values;
if (!fromEvidence) {
  if (spawnSync('node', ['src/server/cli/build.mjs'], { stdio: 'inherit' }).status !== 0) process.exit(1);
  keepTests(runTests(testFiles));
  takeOverAudit();
}
const evidence = readKeptEvidence();
const report = openAcr(evidence);
writeFileSync('a11y/report/openacr.yaml', report);
mkdirSync('.cache/report', { recursive: true });
writeFileSync('.cache/report/report.html', reportPage(evidence));
writeFileSync('a11y/faults/FAULTS.md', faultTable());
if (!evidence.audit)
  process.stdout.write('The audit has not looked at the screens yet: run npm run audit first. Its criteria are not claimed.\n');
const supported = report.match(/level: supports/g)?.length ?? 0;
process.stdout.write(`a11y/report/openacr.yaml and .cache/report/report.html are written: ${supported} criteria supported\n`);
