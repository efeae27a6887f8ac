import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { engineNames } from '#a11y/audit/finding.ts';
import { criteria } from '#a11y/report/criteria.ts';
import { auditSummary, readKeptEvidence, type Audit, type Evidence } from '#a11y/report/evidence.ts';
import { openExceptions } from '#a11y/report/exceptions.ts';
import { heardPassages, keysInWords } from '#a11y/report/heard.ts';
import { judge, unknownPlants } from '#a11y/report/judge.ts';
import { openAcr } from '#a11y/report/openacr.ts';
import { reportPage } from '#a11y/report/page.ts';
import { proofStates, testFiles } from '#a11y/report/proofs.ts';
import { sourceDigest, takenNow } from '#a11y/report/sources.ts';
import { readPatterns } from '#a11y/spoken/patterns/evidence.ts';
import { ariaAtVersion, commandsOf, notPlayedYet, patternPlays, reasonOf } from '#a11y/spoken/patterns/plays.ts';
import { toldWalks, walks } from '#a11y/walks/walks.ts';
import { notToldYet } from '#a11y/spoken/not-told-yet.ts';
import { readTranscript, strayTranscripts } from '#a11y/spoken/transcripts.ts';

const passed = { build: 'b', date: '2026-01-01', passed: 1000, failed: 0, skipped: 0, failures: [] };
const failed = { ...passed, failed: 1, failures: ['a task'] };
const audit: Audit = { build: 'b', date: '2026-01-02', screens: 1000, looks: 34, engines: [...engineNames], unreached: [], faults: [] };
const fault = { screen: 'Billing', engine: 'axe', look: 'dark, 320 px', fault: 'label at input' } as const;
const full: Evidence = {
  tests: Object.fromEntries(testFiles.map((file) => [file, passed])),
  audit,
};
const withFile = (name: string, result: typeof passed | typeof failed): Evidence => ({
  ...full,
  tests: { ...full.tests, [`tests/journeys/${name}.test.ts`]: result },
});
const claims = (evidence: Evidence): string[] =>
  criteria.filter((criterion) => judge(criterion, proofStates(evidence), evidence).adherence === 'supports').map(({ num }) => num);

it('knows every criterion of WCAG 2.2 once', () => {
  expect(criteria.filter(({ level }) => level === 'A')).toHaveLength(31);
  expect(criteria.filter(({ level }) => level === 'AA')).toHaveLength(24);
  expect(criteria.filter(({ level }) => level === 'AAA')).toHaveLength(31);
  expect(new Set(criteria.map(({ num }) => num)).size).toBe(86);
});

it('claims nothing without evidence, nothing that failed, and nothing with an open exception', () => {
  expect(claims({ tests: {}, audit: null })).toEqual([]);
  expect(claims(full).length).toBeGreaterThan(30);
  expect(claims({ ...full, audit: null })).not.toContain('4.1.2');
  expect(claims(withFile('keyboard', failed))).not.toContain('2.1.1');
  expect(claims(withFile('seeded-faults', failed))).not.toContain('2.1.1');
  expect(claims(withFile('accessibility', failed))).not.toContain('4.1.2');
  expect(claims({ ...full, audit: { ...audit, unreached: ['Sign-in'] } })).not.toContain('4.1.2');
  const faulty: Evidence = { ...full, audit: { ...audit, faults: [fault] } };
  for (const num of ['4.1.2', '1.4.10']) expect(claims(faulty)).not.toContain(num);
  expect(claims(faulty)).toContain('2.1.1');
  for (const criterion of criteria) if (criterion.open) expect(claims(full)).not.toContain(criterion.num);
});

it('supports only what a planted fault proves, each by a fault that exists and is caught', () => {
  expect(unknownPlants(criteria)).toEqual([]);
  expect(unknownPlants([{ num: '9.9.9', level: 'A', name: 'New', plants: ['no such fault'], also: [] }])).toEqual(['9.9.9: no such fault']);
  const unproven = criteria.filter(({ plants, absent }) => plants.length === 0 && absent === undefined);
  for (const { num } of unproven) expect(claims(full)).not.toContain(num);
  const missed = { ...passed, failed: 1, failures: ['a seeded fault of the page page without a language is caught by axe-core'] };
  const notes = openExceptions(withFile('seeded-faults', missed));
  expect(notes).toContain('3.1.1 Language of Page: Not caught when planted: page without a language.');
  expect(claims(withFile('seeded-faults', missed))).not.toContain('3.1.1');
});

it('supports nothing by results of an older catalogue or of another build', () => {
  expect(claims(withFile('keyboard', { ...passed, passed: 51 }))).not.toContain('2.1.1');
  expect(openAcr(withFile('keyboard', { ...passed, passed: 51 }))).toContain(`51 of ${walks.length} passed`);
  expect(claims({ ...full, audit: { ...audit, screens: 200 } })).not.toContain('4.1.2');
  expect(openExceptions({ ...full, audit: { ...audit, build: 'c' } })).toContain(
    'The tests and the audit have not looked at the same build.',
  );
});

it('names the commit of results that were taken on other sources, and results without a commit', () => {
  const at = { commit: 'c0ffee', sources: 'then' };
  const taken: Evidence = {
    tests: Object.fromEntries(testFiles.map((file) => [file, { ...passed, ...at }])),
    audit: { ...audit, ...at },
  };
  const changed = 'Files of src have changed since results were taken on commit c0ffee.';
  expect(openExceptions(taken, 'now').filter((line) => line === changed)).toHaveLength(1);
  expect(openExceptions(taken, 'then')).not.toContain(changed);
  expect(openExceptions(full, 'now')).toContain('Some results do not say on which commit they were taken.');
  expect(takenNow()).toEqual({ commit: expect.stringMatching(/^([\da-f]{40}|unknown)$/), sources: sourceDigest() });
});

it('shows a check by hand, and supports nothing by it', () => {
  const byHand = { date: '2026-01-03', steps: 'Tab to "Export", Enter' };
  const criterion = { num: '9.9.9', level: 'AA', name: 'New', plants: [], also: [] } as const;
  const { adherence, notes } = judge({ ...criterion, byHand }, proofStates(full), full);
  expect(adherence).toBe('partially-supports');
  expect(notes).toContain('Checked by hand on 2026-01-03 by Tab to "Export", Enter.');
  expect(judge(criterion, proofStates(full), full).notes).toContain('Not checked by hand.');
});

it('reports on documents and on EN 301 549 by the international catalog', () => {
  const report = openAcr(full);
  expect(report).toContain('catalog: 2.5-edition-wcag-2.2-508-eu-en');
  for (const id of ['functional_performance', 'web', 'non-web-documents', 'software', 'documentation_and_support_services'])
    expect(report).toContain(`  en_301_549_${id}:\n    notes: `);
  expect(report.match(/name: electronic-docs/g)).toHaveLength(criteria.length);
  expect(reportPage(full)).toContain('Differences to V4.1.1');
});

it('lists every criterion with its tests and their days, and every exception', () => {
  const report = openAcr(full);
  for (const { num } of criteria) expect(report).toContain(`num: "${num}"`);
  expect(report).toContain('tests/journeys/keyboard.test.ts: 1000 passed, 2026-01-01');
  expect(report).toContain('1000 screens, 34 looks, 0 faults, 0 not looked at, 2026-01-02');
  expect(openExceptions(withFile('keyboard', failed))).toContain('tests/journeys/keyboard.test.ts fails: a task');
  expect(openExceptions({ ...full, audit: { ...audit, unreached: ['Sign-in'], faults: [fault] } })).toEqual(
    expect.arrayContaining(['The audit has not looked at: Sign-in', 'Billing, dark, 320 px: axe finds label at input']),
  );
  // The format has no "not evaluated" at levels A and AA.
  expect(openAcr({ tests: {}, audit: null }).split('success_criteria_level_aaa')[0]).not.toContain('not-evaluated');
});

it('sums up the looks at all screens, and names those without one', () => {
  const look = { look: 'dark, 320 px', faults: [], explained: 0 };
  const billing = {
    states: ['Billing'],
    screen: 'billing',
    build: 'b',
    date: '2026-01-02',
    looks: [
      { ...look, engine: 'axe', faults: ['label at input'] },
      { ...look, engine: 'ibm' },
    ],
  } as const;
  const signIn = {
    ...billing,
    states: ['Sign-in'],
    date: '2026-01-01',
    looks: [{ ...look, engine: 'axe' }],
    unreached: 'no answer',
  } as const;
  expect(auditSummary('b', ['Invoice'], [billing, signIn])).toEqual({
    build: 'b',
    date: '2026-01-02',
    screens: 2,
    looks: 3,
    engines: ['axe'],
    unreached: ['Sign-in', 'Invoice'],
    faults: [fault],
  });
});

it('is kept as its evidence says, not a word more', () => {
  const evidence = readKeptEvidence();
  // If this fails, run `npm run conformance`, which rewrites the file.
  expect(readFileSync('a11y/report/openacr.yaml', 'utf8')).toBe(openAcr(evidence));
  const page = reportPage(evidence);
  for (const { num } of criteria) expect(page).toContain(num);
});

it('has a transcript of every task that is told, and of no other, and reports those that are not told yet', () => {
  expect(toldWalks.length).toBeGreaterThanOrEqual(30);
  expect(toldWalks.filter((walk) => readTranscript(walk) === null).map(({ name }) => name)).toEqual(
    toldWalks.map(({ name }) => name).filter((name) => notToldYet.includes(name)),
  );
  for (const name of notToldYet) {
    expect(toldWalks.map((walk) => walk.name)).toContain(name);
    expect(openExceptions(full)).toContain(`Not told to Orca yet: ${name}`);
  }
  expect(strayTranscripts(toldWalks)).toEqual([]);
});

it('says what was heard in the worst passages, and which of them were not told yet', () => {
  const key = (done: string, ...said: string[]) => ({ done, said });
  expect(keysInWords([key('press Tab', 'Help link.')])).toBe('2 words');
  expect(
    keysInWords([key('table key t to "Costs"', 'Costs table'), key('table key Right to "$4"', 'Amount $4'), key('heading key h to "Pro"')]),
  ).toBe('3 keys, 1 without the text, at most 1 words before it');
  const page = reportPage(full);
  const tasks = heardPassages().flatMap(({ after }) => after);
  expect(tasks.length).toBeGreaterThanOrEqual(6);
  for (const { task, summary } of tasks) {
    expect(toldWalks.map(({ name }) => name)).toContain(task);
    expect(summary === 'Not told yet').toBe(notToldYet.includes(task));
    expect(page).toContain(`${task}: ${summary}.`);
  }
});

it('has played every test of a pattern, and heard all that must be heard or knows why not', () => {
  const played = readPatterns()?.results ?? [];
  expect(played.map(({ pattern, test }) => `${pattern}, ${test}`)).toEqual(
    patternPlays
      .filter(({ pattern }) => !notPlayedYet.includes(pattern))
      .flatMap(({ pattern, plays }) => plays.map(({ test }) => `${pattern}, ${test}`)),
  );
  const unheard = played.flatMap(({ pattern, test, expectations }) =>
    expectations.flatMap(({ priority, what, isHeard }) =>
      priority === 1 && !isHeard && reasonOf(pattern, test, what) === undefined ? [`${pattern}, ${test}: ${what}`] : [],
    ),
  );
  expect(unheard).toEqual([]);
  const page = reportPage(readKeptEvidence());
  for (const { pattern, test, title } of played) {
    expect(page).toContain(title);
    expect(page).toContain(`<td>${commandsOf(pattern, test)}</td>`);
  }
  expect(commandsOf('Slider', 'decrementSliderToMinimumValue')).toBe('From the end of the test before: Home');
  expect(page).toContain(`commit ${ariaAtVersion.commit}`);
  for (const pattern of notPlayedYet) expect(page).toContain(`Not played yet: ${pattern}`);
});
