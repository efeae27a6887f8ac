import type { Adherence, Criterion } from './criteria.ts';
import type { Evidence } from './evidence.ts';
import { openExceptions } from './exceptions.ts';
import { judgedAt, levels, method } from './openacr.ts';
import { pageTextsInSources } from './page-texts.ts';
import { dayOf } from './proofs.ts';
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
  ul { margin: 0; padding-inline-start: 1.2rem; }`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const list = (entries: readonly string[]): string =>
  entries.length === 0 ? '' : `<ul>${entries.map((entry) => `<li>${escaped(entry)}</li>`).join('')}</ul>`;

function table(level: Criterion['level'], evidence: Evidence): string {
  const judged = judgedAt(level, evidence);
  const count = judged.filter(({ adherence }) => adherence === 'supports').length;
  return [
    `<h2>Level ${level}</h2>`,
    `<table><caption>WCAG 2.2, level ${level}: ${count} of ${judged.length} criteria supported</caption>`,
    '<thead><tr><th scope="col">Criterion</th><th scope="col">Conformance</th><th scope="col">Remarks</th><th scope="col">Tests and their days</th></tr></thead><tbody>',
    ...judged.map(
      ({ criterion, adherence, notes, restsOn }) =>
        `<tr><th scope="row">${criterion.num} ${escaped(criterion.name)}</th><td>${words[adherence]}</td><td>${escaped(notes)}</td><td>${list(restsOn)}</td></tr>`,
    ),
    '</tbody></table>',
  ].join('\n');
}

/** How hard the sentences of the page are to read; the texts of the specification are fixed. */
function readingLevels(): string[] {
  const levels = hardestFirst(pageTextsInSources());
  const median = levels[Math.floor(levels.length / 2)]?.grade ?? 0;
  return [
    '<h2>Reading level</h2>',
    `<p>Flesch-Kincaid grade of ${levels.length} sentences: ${median.toFixed(1)} in the middle. The ten hardest:</p>`,
    list(levels.slice(0, 10).map(({ text, grade }) => `${grade.toFixed(1)}: ${text}`)),
  ];
}

/** The same report for people. */
export function reportPage(evidence: Evidence): string {
  const exceptions = openExceptions(evidence);
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>Accessibility Conformance Report - Organization billing</title><style>${style}</style></head><body><main>`,
    '<h1>Accessibility Conformance Report</h1>',
    `<p>Organization billing 0.1.0, ${dayOf(evidence)}, WCAG 2.2. ${method}</p>`,
    ...levels.map((level) => table(level, evidence)),
    ...readingLevels(),
    '<h2>Open exceptions</h2>',
    exceptions.length === 0 ? '<p>None.</p>' : list(exceptions),
    '</main></body></html>',
    '',
  ].join('\n');
}
