import { describe, expect, it } from 'vitest';
import { statementTexts as texts } from '#lib/texts/statement.ts';
import { periodSchema } from './statement.form.ts';
import { addressOfRow, periodFaultOf, statementDownloads } from './statement-view.ts';

const today = '2026-05-10';

describe.each([
  ['no days', null, null, null],
  ['both days', '2026-01-01', '2026-05-01', null],
  ['366 days', '2025-05-10', '2026-05-10', null],
  ['367 days', '2025-05-09', '2026-05-10', texts.periodTooLong],
  ['a last day only', null, '2020-01-31', null],
  ['a last day in the future', '2026-01-01', '2027-12-31', null],
  ['a last day before the first', '2026-02-02', '2026-02-01', texts.periodFault],
  ['a first day only', '2025-05-10', null, null],
  ['a first day only, more than 366 days ago', '2025-05-09', null, texts.periodTooLong],
  ['a first day in the future', '2026-05-11', null, texts.periodAhead],
  ['today', '2026-05-10', null, null],
])('%s', (_, from, to, fault) => {
  it('has the fault, or none', () => {
    expect(periodFaultOf({ from, to }, today)).toBe(fault);
  });

  it('is checked by the form, at the last day', () => {
    const { error } = periodSchema(today).safeParse({ from: from ?? '', to: to ?? '' });
    expect((error?.issues ?? []).map(({ path, message }) => [path, message])).toEqual(fault === null ? [] : [[['to'], fault]]);
  });
});

const row = {
  id: 'top-up:tu_1',
  at: 0,
  kind: 'top_up',
  description: 'Top-up',
  number: null,
  invoice: null,
  postings: [],
  change_cents: 0,
  owed_cents: 0,
} as const;

it('links an entry to its invoice, and others to the credit balance if the page has it', () => {
  const ofInvoice = { ...row, postings: [], invoice: { id: 'in_1', number: 'ACM-0001' } };
  expect(addressOfRow('acme', ofInvoice, false)).toBe('/org/acme/billing/invoices/in_1');
  expect(addressOfRow('acme', { ...row, postings: [] }, true)).toBe('/org/acme/billing#credits-balance');
  expect(addressOfRow('acme', { ...row, postings: [] }, false)).toBeNull();
});

it('names each file by its days', () => {
  const files = statementDownloads('acme', { from: Date.UTC(2026, 4, 1) / 1000, to: Date.UTC(2026, 5, 1) / 1000 });
  expect(files.map(({ fileName }) => fileName)).toEqual(
    ['pdf', 'csv', 'json', 'journal', 'beancount'].map((ending) => `statement-acme-from-2026-05-01-to-2026-05-31.${ending}`),
  );
});
