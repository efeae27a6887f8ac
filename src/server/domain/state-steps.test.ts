import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { invoiceGroupOf } from '#lib/invoice-status.ts';
import {
  approvalSteps,
  changeSteps,
  disputeSteps,
  invoiceRefusal,
  invoiceStatusAfter,
  invoiceSteps,
  type InvoiceStatus,
  paymentSteps,
  refundSteps,
  requireMove,
  topUpSteps,
} from './state-steps.ts';

const migrations = 'src/server/database/migrations';
const sql = readdirSync(migrations)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => readFileSync(`${migrations}/${file}`, 'utf8'))
  .join('\n');

/** Transitions that the database allows, as "from > to". */
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

it('refuses a step that its table does not have', () => {
  expect(() => requireMove(changeSteps, 'applied', 'open')).toThrow("applied can't become open");
  expect(() => requireMove(paymentSteps, 'processing', 'succeeded')).not.toThrow();
  expect(() => invoiceStatusAfter('paid', 'forgive', 'void')).toThrow("forgive can't turn an invoice from paid to void");
});

it('lets members pay the invoices that the page shows as outstanding, and no others', () => {
  const statuses = Object.keys(invoiceSteps) as InvoiceStatus[];
  const payable = statuses.filter((status) => invoiceRefusal(status, 'pay') === null);
  expect(payable).toEqual(statuses.filter((status) => invoiceGroupOf[status] === 'outstanding'));
});

it('says why an act is refused', () => {
  expect(invoiceRefusal('draft', 'credit')).toBe('This invoice is still a draft');
  expect(invoiceRefusal('void', 'credit')).toBe('This invoice is forgiven: nothing is owed on it');
  expect(invoiceRefusal('uncollectible', 'write_off')).toBe('This invoice is written off already');
  expect(invoiceRefusal('open', 'write_off')).toBeNull();
});
