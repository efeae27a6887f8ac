import { readPatterns, type PatternEvidence } from '#a11y/spoken/patterns/evidence.ts';
import { ariaAtVersion, commandsOf, notPlayedYet, reasonOf } from '#a11y/spoken/patterns/plays.ts';
import { chapters, differences, documentClause } from './chapters.ts';
import type { Adherence, Criterion } from './criteria.ts';
import type { Evidence } from './evidence.ts';
import { openExceptions } from './exceptions.ts';
import { heardPassages } from './heard.ts';
import { judgedAt, levels, method, productVersion } from './openacr.ts';
import { pageTextsInSources } from './page-texts.ts';
import { dayOf, documentTest } from './proofs.ts';
import { hardestFirst } from './reading-level.ts';

const words: Readonly<Record<Adherence, string>> = {
  supports: 'Supports',
  'partially-supports': 'Partially supports',
  'does-not-support': 'Does not support',
  'not-applicable': 'Not applicable',
  'not-evaluated': 'Not evaluated',
};

const style = `
  :root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
  main { max-inline-size: 72rem; margin: 0 auto; padding: 1rem; }
  table { inline-size: 100%; border-collapse: collapse; }
  caption { text-align: start; padding-block: 0.5rem; }
  th, td { border-block-end: 1px solid; padding: 0.5rem; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
  th[scope=row] { font-weight: 600; inline-size: 16rem; }
  pre { white-space: pre-wrap; }
  ul { margin: 0; padding-inline-start: 1.2rem; }`;

const ranks: Readonly<Record<number, string>> = { 1: 'must', 2: 'should', 3: 'may' };

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const list = (entries: readonly string[]): string =>
  entries.length === 0 ? '' : `<ul>${entries.map((entry) => `<li>${escaped(entry)}</li>`).join('')}</ul>`;

function table(level: Criterion['level'], evidence: Evidence): string {
  const judged = judgedAt(level, evidence);
  const count = judged.filter(({ adherence }) => adherence === 'supports').length;
  return [
    `<h2>Level ${level}</h2>`,
    `<table><caption>WCAG 2.2, level ${level}: ${count} of ${judged.length} criteria supported</caption>`,
    '<thead><tr><th scope="col">Criterion</th><th scope="col">Conformance of the page</th><th scope="col">Of PDF and emails</th><th scope="col">Remarks</th><th scope="col">Tests and their days</th></tr></thead><tbody>',
    ...judged.map(
      ({ criterion, adherence, notes, restsOn }) =>
        `<tr><th scope="row">${criterion.num} ${escaped(criterion.name)}</th><td>${words[adherence]}</td><td>${words[documentClause(criterion.num, evidence).adherence]}</td><td>${escaped(notes)}</td><td>${list(restsOn)}</td></tr>`,
    ),
    '</tbody></table>',
  ].join('\n');
}

/** Sentences that the specification prescribes can't be simplified. */
function readingLevels(): string[] {
  const levels = hardestFirst(pageTextsInSources());
  const median = levels[Math.floor(levels.length / 2)]?.grade ?? 0;
  return [
    '<h2>Reading level</h2>',
    `<p>Flesch-Kincaid grade of ${levels.length} sentences: ${median.toFixed(1)} in the middle. The ten hardest:</p>`,
    list(levels.slice(0, 10).map(({ text, grade }) => `${grade.toFixed(1)}: ${text}`)),
  ];
}

function europe(evidence: Evidence): string[] {
  const rows = chapters(evidence).flatMap(({ id, notes, clauses }) => [
    `<tr><th scope="row">${escaped(id.replace('en_301_549_', '').replaceAll('_', ' '))}</th><td></td><td>${escaped(notes)}</td></tr>`,
    ...clauses.map(
      (clause) => `<tr><th scope="row">${clause.num}</th><td>${words[clause.adherence]}</td><td>${escaped(clause.notes)}</td></tr>`,
    ),
  ]);
  return [
    '<h2>EN 301 549 V3.2.1</h2>',
    '<table><caption>Chapters 4, 9, 10, 11.7 and 12</caption>',
    '<thead><tr><th scope="col">Clause</th><th scope="col">Conformance</th><th scope="col">Remarks</th></tr></thead><tbody>',
    ...rows,
    '</tbody></table>',
    '<table><caption>Differences to V4.1.1</caption>',
    '<thead><tr><th scope="col">What</th><th scope="col">Here</th><th scope="col">Source</th></tr></thead><tbody>',
    ...differences.map(
      ([what, here, source]) => `<tr><th scope="row">${escaped(what)}</th><td>${escaped(here)}</td><td>${escaped(source)}</td></tr>`,
    ),
    '</tbody></table>',
  ];
}

function patternTable(patterns: PatternEvidence | null): string[] {
  if (patterns === null) return [];
  const cells = ({ pattern, plan, test, title, expectations, said }: PatternEvidence['results'][number]): string => {
    const unheard = expectations
      .filter(({ isHeard }) => !isHeard)
      .map(({ what, priority }) => `${what} (${ranks[priority]}). ${reasonOf(pattern, test, what) ?? ''}`);
    const result = unheard.length === 0 ? 'All heard' : `Not heard: ${unheard.join(' ')}`;
    const heard = expectations.filter(({ isHeard }) => isHeard).map(({ what }) => what);
    return `<tr><th scope="row">${escaped(`${pattern}: ${title}`)}</th><td>${plan}, ${test}</td><td>${escaped(commandsOf(pattern, test))}</td><td>${escaped(heard.join(', '))}</td><td>${escaped(result)}</td><td>${escaped(said.join(' '))}</td></tr>`;
  };
  const all = patterns.results.flatMap(({ expectations }) => expectations);
  const musts = all.filter(({ priority }) => priority === 1);
  const count = (of: typeof all): string => `${of.filter(({ isHeard }) => isHeard).length} of ${of.length}`;
  return [
    '<h2>Patterns of ARIA-AT, played with Orca</h2>',
    '<p>The tests are those of github.com/w3c/aria-at that apply to the controls of this page, played on these controls in Chromium. NVDA, JAWS and VoiceOver were not run. What ARIA-AT tests by commands of these readers only is left out.</p>',
    `<p>Version of the source: commit ${ariaAtVersion.commit} of ${ariaAtVersion.date}.${notPlayedYet.length === 0 ? '' : ` Not played yet: ${notPlayedYet.join(', ')}.`}</p>`,
    `<table><caption>${patterns.results.length} tests, ${patterns.date}${patterns.commit === undefined ? '' : `, on commit ${patterns.commit}`}: ${count(musts)} expectations that must be met, ${count(all)} of all</caption>`,
    '<thead><tr><th scope="col">Pattern and task</th><th scope="col">Test of ARIA-AT</th><th scope="col">Commands</th><th scope="col">Heard</th><th scope="col">Result</th><th scope="col">What Orca said</th></tr></thead><tbody>',
    ...patterns.results.map(cells),
    '</tbody></table>',
  ];
}

const heard = (): string[] => [
  '<h2>What was heard</h2>',
  '<p>By Orca in Chromium. A key is a key of the screen reader for the next cell or heading; the text is that of the cell or heading.</p>',
  ...heardPassages().flatMap(({ what, before, after }) => [
    `<h3>${escaped(what)}</h3>`,
    `<p>Before: ${escaped(before)}</p>`,
    ...after.flatMap(({ task, summary, excerpt }) => [
      `<p>${escaped(task)}: ${escaped(summary)}.</p>`,
      ...(excerpt.length === 0 ? [] : [`<pre>${escaped(excerpt.join('\n'))}</pre>`]),
    ]),
  ]),
];

function documents({ tests }: Evidence): string[] {
  const result = tests[documentTest];
  if (!result) return [];
  const state = result.failed === 0 && result.skipped === 0 ? 'passed' : `${result.failed} failed, ${result.skipped} left out`;
  return [
    '<h2>Documents read aloud</h2>',
    `<p>The PDF of an invoice, read back by pdfinfo -struct-text: headings, tables with their heads, one order of reading from the biller to the small print, words in place of pictures. ${documentTest}: ${result.passed} tests, ${state}, ${result.date}.</p>`,
  ];
}

export function reportPage(evidence: Evidence): string {
  const exceptions = openExceptions(evidence);
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>Accessibility Conformance Report - Organization billing</title><style>${style}</style></head><body><main>`,
    '<h1>Accessibility Conformance Report</h1>',
    `<p>Organization billing ${productVersion}, ${dayOf(evidence)}, WCAG 2.2. ${method}</p>`,
    ...levels.map((level) => table(level, evidence)),
    ...europe(evidence),
    ...patternTable(readPatterns()),
    ...heard(),
    ...documents(evidence),
    ...readingLevels(),
    '<h2>Open exceptions</h2>',
    exceptions.length === 0 ? '<p>None.</p>' : list(exceptions),
    '</main></body></html>',
    '',
  ].join('\n');
}
