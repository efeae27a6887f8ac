import { expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

// Code should use the allowed actions in `domain/state-steps.ts` instead of comparing a status. The number of comparisons may only fall.

const files = /^src\/server\/(payments|billing|admin)\/(?!.*\.test\.ts$).*\.ts$/;
const comparison = /\b(?:status|state) [!=]== '\w+'/g;

const comparisonsIn = (text: string): number => [...text.matchAll(comparison)].length;

const refusal = /\bif \([^\n]*\b(?:status|state) === '\w+'[^\n]*\)\s*(?:\{\s*)?(?:throw\b|return ['"`])/g;
const refusalsIn = (text: string): number => [...text.matchAll(refusal)].length;

const sources = sourceFiles(files);

it('compares states by hand in few places', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.reduce((sum, { text }) => sum + comparisonsIn(text), 0)).toBeLessThanOrEqual(125);
});

it('refuses no act by a state that is written by hand, except these', () => {
  const found = sources.filter(({ text }) => refusalsIn(text) > 0).map(({ path, text }) => `${path}: ${refusalsIn(text)}`);
  expect(found).toEqual([
    'src/server/admin/price-books.ts: 2',
    'src/server/billing/price-books/price-books.ts: 1',
    'src/server/payments/payment-status.ts: 1',
    'src/server/payments/refunds/refunds-and-disputes.ts: 1',
  ]);
});

it('notices a comparison and a refusal', () => {
  const written = `if (invoice.status === 'void') return "A forgiven invoice can't be corrected.";`;
  expect([comparisonsIn(written), refusalsIn(written)]).toEqual([1, 1]);
  const byTable = "const refusal = invoiceRefusal(status, 'correct'); if (refusal !== null) return refusal;";
  expect([comparisonsIn(byTable), refusalsIn(byTable)]).toEqual([0, 0]);
});
