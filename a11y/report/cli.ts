import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { buildName, faultsOf, readEvidence, type ScreenEvidence } from '#a11y/audit/evidence.ts';
import { screens } from '#a11y/states/catalogue.ts';
import type { ProofStates } from './judge.ts';
import { openAcr, reportPage } from './write.ts';

// Writes the conformance report from what the audit found and what the tests of the same build say.

const folder = '.cache/a11y/report';
const build = buildName();

/** What every screen of the catalogue has of this build; null where one is missing. */
function auditOfBuild(): ScreenEvidence[] | null {
  const all = screens().map(([state]) => (state ? readEvidence(state) : null));
  const known = all.filter((evidence) => evidence?.build === build).filter((evidence) => evidence !== null);
  return known.length === all.length ? known : null;
}

const isFree = (evidence: readonly ScreenEvidence[], concerns: (engine: string, look: string) => boolean): boolean =>
  evidence.every(
    (screen) =>
      screen.unreached === undefined && screen.looks.every(({ engine, look, faults }) => !concerns(engine, look) || faults.length === 0),
  );

/** Whether a file of journeys passes, by running it. */
function passes(file: string): boolean {
  process.stdout.write(`Running ${file} ...\n`);
  return spawnSync('npx', ['vitest', 'run', '--project', 'journeys', `tests/journeys/${file}.test.ts`], { stdio: 'ignore' }).status === 0;
}

const evidence = auditOfBuild();
const isLayout = (_: string, look: string): boolean => /320|zoom|spacing|200 %/.test(look);
const proofs: ProofStates = {
  ...(evidence && {
    engines: isFree(evidence, (engine) => engine !== 'house'),
    house: isFree(evidence, (engine) => engine === 'house'),
    layout: isFree(evidence, isLayout),
  }),
  walks: passes('keyboard'),
  virtual: passes('accessibility'),
  spoken: passes('spoken'),
};
const today = new Date().toISOString().slice(0, 10);
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}/openacr.yaml`, openAcr(proofs, today));
writeFileSync(`${folder}/report.html`, reportPage(proofs, today));
if (!evidence)
  process.stdout.write(
    'The audit has not looked at every screen of this build: run npm run audit first. Its criteria are not evaluated.\n',
  );
for (const fault of evidence?.flatMap(faultsOf).slice(0, 20) ?? []) process.stdout.write(`${fault}\n`);
process.stdout.write(
  `${folder}/openacr.yaml and ${folder}/report.html written, ${readFileSync(`${folder}/openacr.yaml`, 'utf8').match(/level: supports/g)?.length ?? 0} criteria supported\n`,
);
