import { criteria, type Adherence, type Criterion } from './criteria.ts';
import { judge, type Judged, type ProofStates } from './judge.ts';

const chapters = { A: 'success_criteria_level_a', AA: 'success_criteria_level_aa', AAA: 'success_criteria_level_aaa' } as const;
const quoted = (text: string): string => JSON.stringify(text);

const judgedAt = (level: Criterion['level'], proofs: ProofStates): Judged[] =>
  criteria.filter((criterion) => criterion.level === level).map((criterion) => judge(criterion, proofs));

const entry = ({ criterion, adherence, notes }: Judged): string =>
  [
    `      - num: ${quoted(criterion.num)}`,
    '        components:',
    '          - name: web',
    '            adherence:',
    `              level: ${adherence}`,
    `              notes: ${quoted(notes)}`,
  ].join('\n');

/** The conformance report in the format of OpenACR. */
export function openAcr(proofs: ProofStates, date: string): string {
  const head = [
    'title: Accessibility Conformance Report of Organization billing',
    'product:',
    '  name: Organization billing',
    '  version: 0.1.0',
    `report_date: ${quoted(date)}`,
    'catalog: 2.5-edition-wcag-2.2-en',
    `evaluation_methods_used: ${quoted('Every screen state in every look with four engines, tasks by keys alone, tasks by ear, seeded faults. Generated from the evidence.')}`,
    'chapters:',
  ];
  const body = (Object.keys(chapters) as Criterion['level'][]).map((level) =>
    [`  ${chapters[level]}:`, '    criteria:', ...judgedAt(level, proofs).map(entry)].join('\n'),
  );
  return `${[...head, ...body].join('\n')}\n`;
}

const words: Readonly<Record<Adherence, string>> = {
  supports: 'Supports',
  'partially-supports': 'Partially supports',
  'does-not-support': 'Does not support',
  'not-applicable': 'Not applicable',
  'not-evaluated': 'Not evaluated',
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The same report for people. */
export function reportPage(proofs: ProofStates, date: string): string {
  const table = (level: Criterion['level']): string =>
    [
      `<h2>Level ${level}</h2>`,
      `<table><caption>WCAG 2.2, level ${level}</caption>`,
      '<thead><tr><th scope="col">Criterion</th><th scope="col">Conformance</th><th scope="col">Remarks</th></tr></thead><tbody>',
      ...judgedAt(level, proofs).map(
        ({ criterion, adherence, notes }) =>
          `<tr><th scope="row">${criterion.num} ${escaped(criterion.name)}</th><td>${words[adherence]}</td><td>${escaped(notes)}</td></tr>`,
      ),
      '</tbody></table>',
    ].join('\n');
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<title>Accessibility Conformance Report - Organization billing</title></head><body><main>',
    '<h1>Accessibility Conformance Report</h1>',
    `<p>Organization billing 0.1.0, ${date}, WCAG 2.2. Generated from the evidence of the tests; nothing in it is written by hand.</p>`,
    ...(Object.keys(chapters) as Criterion['level'][]).map(table),
    '</main></body></html>',
    '',
  ].join('\n');
}
