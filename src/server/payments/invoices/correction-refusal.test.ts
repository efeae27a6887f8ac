import { expect, it } from 'vitest';
import { correctionRefusal, type CorrectedInvoice } from './correction-refusal.ts';

const finalizedAtSeconds = Date.UTC(2026, 0, 31) / 1000;
const paid: CorrectedInvoice = { status: 'paid', finalizedAtSeconds, isProcessing: false, isRefunded: false, isDisputed: false };
const at = (date: string) => Date.parse(date) / 1000;

it.each<[differs: Partial<CorrectedInvoice>, reason: RegExp | null]>([
  [{}, null],
  [{ status: 'open' }, null],
  [{ status: 'issued' }, null],
  [{ status: 'uncollectible' }, null],
  [{ finalizedAtSeconds: null }, null],
  [{ status: 'draft' }, /not final yet/],
  [{ status: 'void' }, /forgiven/],
  [{ isRefunded: true }, /was refunded/],
  [{ isDisputed: true }, /is disputed/],
  [{ isProcessing: true }, /under way/],
])('an invoice with %j is refused by %s', (differs, reason) => {
  const refusal = correctionRefusal({ ...paid, ...differs }, at('2026-02-01T00:00:00Z'));
  if (reason) expect(refusal).toMatch(reason);
  else expect(refusal).toBeUndefined();
});

it('can be corrected for 12 months', () => {
  expect(correctionRefusal(paid, at('2027-01-31T00:00:00Z'))).toBeUndefined();
  expect(correctionRefusal(paid, at('2027-01-31T00:00:01Z'))).toBe('An invoice can be corrected for 12 months.');
});
