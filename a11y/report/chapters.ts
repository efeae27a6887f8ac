import { criteria, type Adherence } from './criteria.ts';
import type { Evidence } from './evidence.ts';
import { judge } from './judge.ts';
import { documentTest, proofStates } from './proofs.ts';
import { referenceGapsInWords } from './reference-gaps.ts';

export interface Clause {
  readonly num: string;
  readonly adherence: Adherence;
  readonly notes: string;
}

export interface Chapter {
  readonly id: string;
  readonly notes: string;
  readonly clauses: readonly Clause[];
}

/** Chapters of the catalog that apply to other kinds of products: Section 508, voice, video, hardware, relay services. */
export const chaptersElsewhere = [
  'functional_performance_criteria',
  'hardware',
  'software',
  'support_documentation_and_services',
  'en_301_549_generic_requirements',
  'en_301_549_ict_with_two-way_voice',
  'en_301_549_ict_with_video',
  'en_301_549_hardware',
  'en_301_549_ict_providing_relay_or_emergency_service_access',
] as const;

/** WCAG criteria from which each functional performance statement is derived; null if the statement does not apply. */
const statements: readonly (readonly [num: string, rests: readonly string[] | null, notes?: string])[] = [
  ['4.2.1', ['1.1.1', '1.3.1', '1.3.2', '2.1.1', '2.1.2', '2.4.3', '3.3.1', '4.1.2', '4.1.3']],
  ['4.2.2', ['1.4.3', '1.4.4', '1.4.10', '1.4.11', '1.4.12', '2.4.7', '2.4.11']],
  ['4.2.3', ['1.4.1', '1.4.3']],
  ['4.2.4', null, 'Nothing is said by sound.'],
  ['4.2.5', null, 'Nothing is said by sound.'],
  ['4.2.6', null, 'Nothing is done by voice.'],
  ['4.2.7', ['2.1.1', '2.5.2', '2.5.8']],
  ['4.2.8', null, 'There is no hardware.'],
  ['4.2.9', ['2.3.1']],
  ['4.2.10', ['2.4.6', '3.2.1', '3.2.2', '3.2.6', '3.3.1', '3.3.2', '3.3.3']],
  ['4.2.11', null, 'Accessibility features need no private data.'],
];

function statement([num, rests, notes = '']: (typeof statements)[number], evidence: Evidence): Clause {
  if (rests === null) return { num, adherence: 'not-applicable', notes };
  const proofs = proofStates(evidence);
  const lacking = criteria
    .filter((criterion) => rests.includes(criterion.num))
    .filter((criterion) => judge(criterion, proofs, evidence).adherence !== 'supports')
    .map((criterion) => criterion.num);
  return {
    num,
    adherence: lacking.length === 0 ? 'supports' : 'partially-supports',
    notes: `Rests on WCAG ${rests.join(', ')}.${lacking.length === 0 ? '' : ` Not fully supported: ${lacking.join(', ')}.`}`,
  };
}

const byTable = 'See the tables of WCAG 2.2 above, component';
const notHere = (nums: readonly string[], notes: string): Clause[] => nums.map((num) => ({ num, adherence: 'not-applicable', notes }));
const partly = (num: string, notes: string): Clause => ({ num, adherence: 'partially-supports', notes });

export const chapters = (evidence: Evidence): readonly Chapter[] => [
  {
    id: 'en_301_549_functional_performance',
    notes: 'Each statement rests on criteria of WCAG, as in annex B of the standard.',
    clauses: statements.map((row) => statement(row, evidence)),
  },
  { id: 'en_301_549_web', notes: `${byTable} "web".`, clauses: [] },
  {
    id: 'en_301_549_non-web-documents',
    notes: `${byTable} "electronic-docs": the PDF of an invoice and the emails.`,
    clauses: notHere(['10.0', '10.5', '10.6'], 'Documents hold no video.'),
  },
  {
    id: 'en_301_549_software',
    notes: 'Only 11.7 concerns a web page.',
    clauses: [
      {
        num: '11.7',
        adherence: 'partially-supports',
        notes:
          'Follows the color scheme, contrast, forced colors, reduced motion and text size of the browser, which the audit looks at. Units, time and language are fixed.',
      },
    ],
  },
  {
    id: 'en_301_549_documentation_and_support_services',
    notes: '',
    clauses: [
      partly('12.1', 'See 12.1.1 and 12.1.2.'),
      partly('12.1.1', 'This report names them. The page itself has no text about them.'),
      partly(
        '12.1.2',
        `The page /docs/events is part of the audit. The API reference at /docs is a viewer by others, with corrections; a test looks at it with axe-core, the rules of the house and the hit test. What is left: ${referenceGapsInWords()}. No other viewer was tried.`,
      ),
      partly('12.2', 'See 12.2.2 to 12.2.4.'),
      partly('12.2.2', 'Support is an email address; its answers are not part of this repository.'),
      partly('12.2.3', 'Support is by email only.'),
      partly('12.2.4', 'See 12.1.2.'),
    ],
  },
];

/** Criteria that are tested in documents: a test reads the invoice PDF, and a screen reader reads emails. */
const readInDocuments = new Set(['1.1.1', '1.3.1', '1.3.2', '2.4.2', '3.1.1']);
/** Criteria about controls, time limits, media and navigation. The product's documents contain nothing of this kind. */
const notInDocuments =
  /^(1\.2|1\.3\.4|1\.3\.5|1\.3\.6|1\.4\.2|1\.4\.7|1\.4\.13|2\.1|2\.2|2\.3|2\.4\.[137]$|2\.4\.(5|8|11|12|13)|2\.5|3\.2|3\.3|4\.1)/;

export function documentClause(num: string, { tests }: Evidence): Clause {
  if (notInDocuments.test(num)) return { num, adherence: 'not-applicable', notes: 'Documents hold text, tables and links only.' };
  const result = tests[documentTest];
  const holds = result !== undefined && result.failed === 0 && result.skipped === 0 && result.passed > 0;
  if (!readInDocuments.has(num)) return { num, adherence: 'partially-supports', notes: 'Not proven for the PDF and the emails.' };
  return {
    num,
    adherence: holds ? 'supports' : 'partially-supports',
    notes: `The PDF of an invoice is read back by another program (${documentTest}); three emails are read by Orca from beginning to end.`,
  };
}

/** Differences between the catalog's version of the standard and the newest version, with their sources. */
export const differences: readonly (readonly [what: string, here: string, source: string])[] = [
  ['Version', 'The catalog is of V3.2.1 (2021-03). V4.1.1 was published by ETSI in September 2026.', 'ETSI EN 301 549 V4.1.1'],
  ['Version of WCAG', 'V3.2.1 rests on WCAG 2.1, V4.1.1 on WCAG 2.2. The tables of this report are of WCAG 2.2.', 'ETSI EN 301 549 V4.1.1'],
  [
    'Criteria that WCAG 2.2 adds at levels A and AA',
    '2.4.11, 2.5.7, 2.5.8, 3.2.6, 3.3.7 and 3.3.8, each in the tables above',
    'w3.org/WAI/standards-guidelines/wcag/new-in-22',
  ],
  ['Criterion that WCAG 2.2 removes', '4.1.1 Parsing, not in the tables above', 'w3.org/WAI/standards-guidelines/wcag/new-in-22'],
  ['Other clauses of V4.1.1', 'Not compared: its text was not at hand.', '-'],
];
