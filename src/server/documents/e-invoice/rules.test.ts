import { describe, expect, it } from 'vitest';
import { ruleFaults, validEInvoice } from '#tests/support/e-invoice-faults.ts';
import { vatCategories } from './model.ts';
import { brokenRules, eInvoiceRules } from './rules.ts';

it.each(vatCategories)('breaks no rule in category %s', (category) => {
  expect(brokenRules(validEInvoice(category))).toEqual([]);
});

describe('each rule', () => {
  it.each(ruleFaults.map(({ id, document }) => [id, document] as const))('%s finds its fault', (id, document) => {
    expect(brokenRules(document).map((rule) => rule.id)).toContain(id);
  });

  it('has one number and one fault', () => {
    const ids = eInvoiceRules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ruleFaults.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });
});

it('refuses reverse charge only if the buyer has neither a VAT number nor a registration', () => {
  const document = validEInvoice('AE');
  const withBuyer = (change: Partial<typeof document.buyer>) =>
    brokenRules({ ...document, buyer: { ...document.buyer, vatNumber: null, ...change } }).map(({ id }) => id);
  expect(withBuyer({})).toEqual(['BR-AE-02']);
  expect(withBuyer({ registration: '12-3456789' })).toEqual([]);
});
