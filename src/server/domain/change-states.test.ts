import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { approvalSteps, changeSteps, disputeSteps, paymentSteps, refundSteps, topUpSteps } from './change-states.ts';

const sql = ['0001_rules', '0012_staff_actions']
  .map((name) => readFileSync(`src/server/database/migrations/${name}.sql`, 'utf8'))
  .join('\n');

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
  ['approvals', approvalSteps],
] as const)('the database refuses the same steps of %s as the code', (entity, steps) => {
  expect(inDatabase(entity).length).toBeGreaterThan(1);
  expect(inDatabase(entity).toSorted()).toEqual(inCode(steps).toSorted());
});
