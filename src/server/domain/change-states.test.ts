import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { changeSteps, disputeSteps, paymentSteps, refundSteps, topUpSteps } from './change-states.ts';

const sql = readFileSync('src/server/database/migrations/0001_rules.sql', 'utf8');

/** The steps that the database lets through, as "from > to". */
const inDatabase = (entity: string): string[] =>
  [...sql.matchAll(/\('(\w+)', '(\w+)', '(\w+)'\)/g)].filter(([, of]) => of === entity).map(([, , from, to]) => `${from} > ${to}`);

const inCode = (steps: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.entries(steps).flatMap(([from, targets]) => targets.map((to) => `${from} > ${to}`));

it.each([
  ['changes', changeSteps],
  ['top_ups', topUpSteps],
  ['payments', paymentSteps],
  ['refunds', refundSteps],
  ['disputes', disputeSteps],
] as const)('the database refuses the same steps of %s as the code', (entity, steps) => {
  expect(inDatabase(entity).length).toBeGreaterThan(2);
  expect(inDatabase(entity).toSorted()).toEqual(inCode(steps).toSorted());
});
