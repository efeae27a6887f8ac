import { expect, it } from 'vitest';
import { matchingGroups } from './palette-groups.ts';

const command = (words: string, about?: string) => ({ id: words, words, about, onAction: () => undefined });
const groups = [
  { id: 'actions', title: 'Actions', commands: [command('Top up credits'), command('Change spend cap')] },
  { id: 'invoices', title: 'Invoices', commands: Array.from({ length: 12 }, (_, index) => command(`AC-${index}`, 'Outstanding')) },
  { id: 'downloads', title: 'Downloads', commands: Array.from({ length: 12 }, (_, index) => command(`Download invoice AC-${index}`)) },
];
const found = (sought: string) => matchingGroups(groups, sought).map(({ id, commands }) => [id, commands.length]);

it('lists all actions and a few invoices, and no download, before anything is typed', () => {
  expect(found('')).toEqual([
    ['actions', 2],
    ['invoices', 4],
  ]);
});

it('finds by all words that were typed, in any order, also those of the group and of the second line', () => {
  expect(found('CREDITS top')).toEqual([['actions', 1]]);
  expect(found('invoices outstanding ac-1')).toEqual([['invoices', 3]]);
  expect(found('download')).toEqual([['downloads', 8]]);
  expect(found('nothing of this')).toEqual([]);
});
