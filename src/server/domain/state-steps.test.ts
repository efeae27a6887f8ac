import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { invoiceGroupOf } from '#lib/invoice-status.ts';
import {
  approvalSteps,
  awaitsPayment,
  canBePaid,
  changeSteps,
  disputeSteps,
  invoiceRefusal,
  invoiceStatusAfter,
  invoiceSteps,
  type InvoiceStatus,
  isAgreed,
  isCollected,
  paymentSteps,
  refundSteps,
  requireMove,
  statesBefore,
  statusesThatAllow,
  topUpSteps,
} from './state-steps.ts';

const migrations = 'src/server/database/migrations';
const sql = readdirSync(migrations)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => readFileSync(`${migrations}/${file}`, 'utf8'))
  .join('\n');

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
  expect(statuses.filter(canBePaid)).toEqual(statusesThatAllow('pay'));
  expect(statusesThatAllow('pay')).toEqual(statuses.filter((status) => invoiceGroupOf[status] === 'outstanding'));
});

it.each([
  ['finalize', ['draft']],
  ['pay', ['open', 'issued', 'uncollectible']],
  ['retry', ['open', 'issued', 'uncollectible']],
  ['forgive', ['open', 'issued', 'uncollectible']],
  ['write_off', ['open', 'issued']],
  ['credit', ['open', 'issued', 'uncollectible', 'paid']],
  ['send', ['open', 'issued', 'uncollectible', 'paid']],
  ['correct', ['open', 'issued', 'uncollectible', 'paid']],
] as const)('allows %s in these statuses only: %j', (act, allowed) => {
  expect(statusesThatAllow(act)).toEqual(allowed);
});

it('collects an invoice until it is paid, forgiven or written off', () => {
  const statuses = Object.keys(invoiceSteps) as InvoiceStatus[];
  expect(statuses.filter(isCollected)).toEqual(['open', 'issued']);
});

it('waits for the payment of an open change only', () => {
  const states = Object.keys(changeSteps) as (keyof typeof changeSteps)[];
  expect(states.filter(awaitsPayment)).toEqual(['open']);
  expect(states.filter(isAgreed)).toEqual(['scheduled', 'applied']);
});

it('ends a request for approval only while it is pending', () => {
  for (const state of ['approved', 'refused', 'withdrawn', 'expired'] as const)
    expect(statesBefore(approvalSteps, state)).toEqual(['pending']);
});

it('says why an act is refused', () => {
  expect(invoiceRefusal('draft', 'credit')).toBe('This invoice is still a draft');
  expect(invoiceRefusal('void', 'credit')).toBe('This invoice is forgiven: nothing is owed on it');
  expect(invoiceRefusal('uncollectible', 'write_off')).toBe('This invoice is written off already');
  expect(invoiceRefusal('open', 'write_off')).toBeNull();
  const texts = { draft: 'It can still change' };
  expect(invoiceRefusal('draft', 'send', texts)).toBe('It can still change');
  expect(invoiceRefusal('void', 'send', texts)).toBe('This invoice is forgiven: nothing is owed on it');
  expect(invoiceRefusal('open', 'send', texts)).toBeNull();
});
