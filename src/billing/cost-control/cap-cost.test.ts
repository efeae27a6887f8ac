import { expect, it } from 'vitest';
import { capCost, confirmLabel, tierOfSetting } from './cap-cost.ts';

const payer = { payment_method_type: 'card', billing_via_partner: false, next_invoice_at: 1_764_547_200 } as const;
const usage = (total: number, due: number | null) => ({ total, due, invoiced_on: 'invoice_now' as const });

it('is another tier', () => {
  expect([tierOfSetting('on'), tierOfSetting('off')]).toEqual(['tier_pro', 'tier_payg']);
});

it('costs nothing to turn off, and says from when usage is charged', () => {
  const cost = capCost('off', usage(0, 0), payer);
  expect(cost).toEqual({
    summary: 'Nothing is charged today. From now on, overage is charged on your next invoice on Dec 01, 2025.',
    bill: null,
  });
  expect(confirmLabel(cost)).toBe('Confirm');
});

it('bills the overage when it is turned on', () => {
  const cost = capCost('on', usage(35.105, 30.11), payer);
  expect(cost.bill).toEqual({ usageCents: 3511, balanceCents: -500, carriedCents: 0, dueCents: 3011 });
  expect(cost.summary).toMatch(/invoiced now and charged to your default card\. \$30\.11 is due today\.$/);
  expect(confirmLabel(cost)).toBe('Confirm, $30.11 due today');
});

it('adds debt, and says when credits cover everything', () => {
  expect(capCost('on', usage(10, 14), payer).bill).toEqual({ usageCents: 1000, balanceCents: 400, carriedCents: 0, dueCents: 1400 });
  const covered = capCost('on', usage(10, 0), payer);
  expect(covered.summary).toMatch(/Your credits cover it: nothing is charged today\.$/);
  expect(confirmLabel(covered)).toBe('Confirm');
});

it('says what is too small to charge now', () => {
  const cost = capCost('on', { ...usage(10, 0), carried: 0.1 }, payer);
  expect(cost.summary).toMatch(/default card\. \$0\.10 is too small to charge now\. It's added to your next invoice\.$/);
  expect(cost.bill).toEqual({ usageCents: 1000, balanceCents: -990, carriedCents: 10, dueCents: 0 });
});

it('says how it is collected', () => {
  expect(capCost('on', usage(10, 10), { ...payer, payment_method_type: 'invoice' }).summary).toMatch(/invoiced now and sent to you/);
  expect(capCost('on', usage(10, 10), { ...payer, billing_via_partner: true }).summary).toMatch(/through your billing partner/);
});

it('says that there is no overage, and makes nothing up where the platform sends no figure', () => {
  expect(capCost('on', usage(0, null), payer).summary).toBe('Nothing is charged today: there is no overage in this cycle.');
  expect(capCost('on', undefined, payer)).toMatchObject({ bill: null });
  expect(confirmLabel(null)).toBe('Confirm');
});
