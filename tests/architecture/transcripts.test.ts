import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { SpokenLine } from '#a11y/spoken/orca/missing-words.ts';
import { mostWords, transcriptFaults } from '#a11y/spoken/transcript-faults.ts';
import { linesOf, transcriptsFolder } from '#a11y/spoken/transcripts.ts';

const good: readonly SpokenLine[] = [
  { done: 'go to button "Save"', said: ['Save push button.'] },
  { done: 'press Enter', said: [] },
  { done: 'listen for "Successfully"', said: ['Successfully saved settings'] },
];
const after = (...said: string[]): readonly SpokenLine[] => [...good, { done: 'press ArrowDown', said }];

it('has nothing to say of a task that is told well, whose answer comes with the next line', () => {
  expect(transcriptFaults(good)).toEqual([]);
});

it('lets a list be read once more while text is typed', () => {
  expect(transcriptFaults([...good, { done: 'type 0015', said: ['Results list box', '1 result', 'Results list box'] }])).toEqual([]);
});

it.each([
  ['a spoken marker', after('■ Egress Exceeded'), 'a marker is spoken'],
  ['a name that comes twice', after('Payment method panel', 'Payment method panel'), 'said twice'],
  ['a message that comes twice after one key', after('Saving your card...', 'main content', 'Saving your card...'), 'said twice'],
  [
    'a list that comes three times while text is typed',
    [...good, { done: 'type 0015', said: ['Results list box', '1 result', 'Results list box', 'Results list box'] }],
    'said twice',
  ],
  ['a message that the next one contradicts', [{ done: 'press Enter', said: ['There is no change to save.'] }, ...good], 'contradicted'],
  [
    'a panel that closes in silence',
    [...good, { done: 'press Escape', said: [] }, { done: 'go to link "Help"', said: ['Help'] }],
    'silence',
  ],
  [
    'a stop without a name',
    [...good, { done: 'press Tab', said: [] }, { done: 'press Tab', said: ['Help link.'] }],
    'silence after press Tab',
  ],
  ['a table key that says nothing', [...good, { done: 'table key Down to "Egress"', said: [] }], 'silence after table key Down'],
  [
    'a table key that leaves reading mode',
    [...good, { done: 'table key Right to "$4"', said: ['$4', 'Focus mode'] }],
    'leaves reading mode',
  ],
  ['a table key that says another cell', [...good, { done: 'table key Right to "$4"', said: ['blank'] }], 'said "blank"'],
  [
    'a cell after thirteen words',
    [
      ...good,
      {
        done: 'table key Right to "Team"',
        said: ['Change subscription plan for Acme dialog', 'Plan comparison region', 'Plan comparison table with 9 rows', 'Team'],
      },
    ],
    '15 words before it',
  ],
  [
    'a cell with thirteen words between its header and the cell',
    [
      ...good,
      { done: 'table key Right to "Free"', said: ['Free column header.'] },
      { done: 'table key Down to "$0"', said: ['Free', 'Change subscription plan for Acme dialog', 'table with 9 rows 5 columns', '$0'] },
      {
        done: 'table key Down to "500"',
        said: ['Free', 'Change subscription plan for Acme Robotics dialog', 'table with 9 rows 5 columns', '500'],
      },
    ],
    'table key Down to "500": 13 words before it',
  ],
  ['a task without an end', after('word '.repeat(mostWords + 1).trim()), 'words for one task'],
] as const)('catches %s', (_, lines, fault) => {
  expect(transcriptFaults(lines)).toEqual([expect.stringContaining(fault)]);
});

it.each(readdirSync(transcriptsFolder))('has nothing to say of what was last heard: %s', (file) => {
  const lines = linesOf(readFileSync(`${transcriptsFolder}/${file}`, 'utf8'));
  expect(lines.length).toBeGreaterThan(2);
  expect(transcriptFaults(lines)).toEqual([]);
});
