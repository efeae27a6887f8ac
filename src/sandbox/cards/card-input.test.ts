import { describe, expect, it } from 'vitest';
import { brandOf, cardInputProblem, passesLuhn } from './card-input.ts';
import { testCards } from './test-cards.ts';

const november2026 = Date.UTC(2026, 10, 21);
const good = { number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' };

describe('card input', () => {
  it('accepts every number of the table, with its own brand and security code length', () => {
    for (const card of testCards) {
      for (const number of card.numbers) {
        const cvc = card.brand === 'amex' ? '1234' : '123';
        expect({ number, problem: cardInputProblem({ ...good, number, cvc }, november2026), brand: brandOf(number) }).toEqual({
          number,
          problem: null,
          brand: card.brand,
        });
      }
    }
  });

  it.each([
    [{ number: '4242424242424241' }, 'incorrect_number'],
    [{ number: '42424242' }, 'invalid_number'],
    [{ number: '4242abcd42424242' }, 'invalid_number'],
    [{ expMonth: 13 }, 'invalid_expiry_month'],
    [{ expMonth: 0 }, 'invalid_expiry_month'],
    [{ expYear: 2025 }, 'invalid_expiry_year'],
    [{ expYear: 2099 }, 'invalid_expiry_year'],
    [{ expMonth: 10, expYear: 2026 }, 'invalid_expiry_month'],
    [{ cvc: '99' }, 'invalid_cvc'],
    [{ cvc: '12a' }, 'invalid_cvc'],
    [{ number: '378282246310005', cvc: '123' }, 'invalid_cvc'],
  ])('refuses %o as %s', (change, code) => {
    expect(cardInputProblem({ ...good, ...change }, november2026)?.code).toBe(code);
  });

  it('is good until the end of its month, and needs no security code', () => {
    expect(cardInputProblem({ ...good, expMonth: 11, expYear: 2026, cvc: null }, Date.UTC(2026, 10, 30, 23, 59, 59))).toBeNull();
  });

  it('checks the last digit', () => {
    expect(passesLuhn('4242424242424242')).toBe(true);
    expect(passesLuhn('4242424242424243')).toBe(false);
    expect(passesLuhn('')).toBe(false);
  });
});
