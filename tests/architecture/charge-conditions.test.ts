import { expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

const files = sourceFiles(/^src\/server\/.*\.ts$/).filter(({ path }) => !path.endsWith('.test.ts'));
const withText = (pattern: RegExp): string[] => files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

it('one file decides which invoices are not charged to a card', () => {
  expect(withText(/d\.state <> 'won'/)).toEqual(['src/server/store/disputes/charge-conditions.ts']);
  expect(withText(/sql[^;]*amountDueCents\} < /)).toEqual(['src/server/store/disputes/charge-conditions.ts']);
});

it('one file names the statuses in which an invoice is collected', () => {
  expect(withText(/statusesThatAllow\('write_off'\)/)).toEqual(['src/server/domain/state-steps.ts']);
});
