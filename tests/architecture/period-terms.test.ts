import { expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

const home = 'src/server/billing/periods/period-terms.ts';
/** Besides `home`, only this file may use `contractAt`. The file reads prices of future cycles and does not set the terms of a period. */
const beforePeriod = 'src/server/store/books/price-book-pinning.ts';
const parts = ['contractAt', 'limitsFrom', 'capOfNewCycle', 'discountsAt'];

const isProgram = (path: string): boolean => !/\.test\.ts$|\/testing\//.test(path);

function usersOf(part: string): string[] {
  const named = sourceFiles(/^src\/server\/.*\.ts$/).filter(({ path, text }) => isProgram(path) && new RegExp(`\\b${part}\\b`).test(text));
  return named.filter(({ text }) => !new RegExp(`export (const|function) ${part}\\b`).test(text)).map(({ path }) => path);
}

it.each(parts)('the terms of a period are composed in one place: %s', (part) => {
  expect(usersOf(part).filter((path) => path !== home && !(part === 'contractAt' && path === beforePeriod))).toEqual([]);
});

it('every period is begun in one place, which takes its terms from there', () => {
  const inserting = sourceFiles(/^src\/server\/.*\.ts$/).filter(({ text }) => text.includes('insert(billingPeriods)'));
  expect(inserting.map(({ path }) => path)).toEqual(['src/server/billing/invoices/close-cycle.ts']);
  const begin = sourceFiles(/^src\/server\/.*\.ts$/).filter(({ path, text }) => isProgram(path) && /await startPeriod\(/.test(text));
  expect(begin.filter(({ text }) => !text.includes('await termsOfPeriodFrom(')).map(({ path }) => path)).toEqual([]);
});
