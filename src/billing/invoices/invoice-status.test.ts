import { expect, it } from 'vitest';
import { invoiceStatusDisplay } from './invoice-status.ts';

const display = (status: 'draft' | 'paid' | 'void' | 'open' | 'issued' | 'uncollectible', attempted = false, processing = false) =>
  invoiceStatusDisplay({ status, payment_attempted: attempted, payment_is_processing: processing });

it.each([
  ['draft', 'Upcoming'],
  ['paid', 'Paid'],
  ['void', 'Forgiven'],
  ['open', 'Outstanding'],
  ['issued', 'Outstanding'],
  ['uncollectible', 'Outstanding'],
] as const)('reads %s as %s', (status, label) => {
  expect(display(status).label).toBe(label);
});

it('explains an outstanding invoice by whether a payment was tried', () => {
  expect(display('open', true).explanation).toMatch(/could not collect.*payment method.*funds.*Pay Now.*restrictions/s);
  expect(display('open', false).explanation).toMatch(/soon be charged/);
});

it('promises no charge of an invoice that is charged on request', () => {
  const facts = { status: 'open', payment_attempted: false, payment_is_processing: false } as const;
  const collection = {
    due_at: 1,
    next_charge_at: null,
    paid_by: 'card',
    on_request: true,
    grace_period_end: null,
    restricted_at: null,
  } as const;
  expect(invoiceStatusDisplay({ ...facts, collection }).explanation).toBe('This invoice is not charged automatically.');
});

it('explains every status but a forgiven invoice, for which the specification shows nothing', () => {
  expect(display('draft').explanation).toMatch(/soon be finalized and charged/);
  expect(display('paid').explanation).toMatch(/^No action is needed/);
  expect(display('void').explanation).toBeNull();
});

it('puts a payment under way before every status', () => {
  expect(display('open', true, true)).toMatchObject({ label: 'Processing', tone: 'info' });
});
