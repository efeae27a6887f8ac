import { describe, expect, it } from 'vitest';
import { cardProblems, formatExpiry, groupNumber, readExpiry, type CardText } from './card-form.ts';

const rules = { nowMs: Date.UTC(2026, 10, 21), postalCodeRequired: true };
const good: CardText = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123', country: 'US', postalCode: '94107' };
const codes = (change: Partial<CardText>) => cardProblems({ ...good, ...change }, rules).map((problem) => problem.code);

describe('card fields', () => {
  it('has nothing to say about a complete card', () => {
    expect(codes({})).toEqual([]);
    expect(codes({ number: '3782 822463 10005', cvc: '1234' })).toEqual([]);
    expect(codes({ country: 'DE', postalCode: '' })).toEqual([]);
  });

  it.each<[Partial<CardText>, string]>([
    [{ number: '4242 4242' }, 'incomplete_number'],
    [{ number: '4242 4242 4242 4241' }, 'invalid_number'],
    [{ number: '4242 4242 4242 4242 4' }, 'invalid_number'],
    [{ expiry: '12' }, 'incomplete_expiry'],
    [{ expiry: '13 / 30' }, 'invalid_expiry_month'],
    [{ expiry: '12 / 25' }, 'invalid_expiry_year_past'],
    [{ expiry: '10 / 26' }, 'invalid_expiry_month_past'],
    [{ expiry: '12 / 2099' }, 'invalid_expiry_year'],
    [{ cvc: '9' }, 'incomplete_cvc'],
    [{ cvc: '1234' }, 'invalid_cvc'],
    [{ cvc: '12x' }, 'invalid_cvc'],
    [{ postalCode: '123' }, 'incomplete_zip'],
    [{ country: 'GB', postalCode: '' }, 'incomplete_zip'],
  ])('names what is wrong with %o', (change, code) => {
    expect(codes(change)).toEqual([code]);
  });

  it('reads full-width digits', () => {
    const wide = (text: string) => text.replace(/[0-9/]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
    expect(codes({ number: wide(good.number), expiry: wide(good.expiry), cvc: wide(good.cvc) })).toEqual([]);
    expect(readExpiry(wide('12/30'))).toEqual({ month: 12, year: 2030 });
    expect(codes({ country: 'US', postalCode: wide('94107') })).toEqual([]);
    expect(codes({ country: 'US', postalCode: wide('9410') })).toEqual(['incomplete_zip']);
  });

  it('lists problems in the order of the fields', () => {
    expect(codes({ number: '', expiry: '', cvc: '', postalCode: '' })).toEqual([
      'incomplete_number',
      'incomplete_expiry',
      'incomplete_cvc',
      'incomplete_zip',
    ]);
  });

  it('reads an expiry however it is written', () => {
    for (const text of ['1/30', '01/30', '01 / 2030', '0130', '012030', '01-30'])
      expect(readExpiry(text)).toEqual({ month: 1, year: 2030 });
    for (const text of ['', '1', '130', 'ab/cd', '01/3']) expect(readExpiry(text)).toBeNull();
  });

  it('groups digits as printed and adds the slash', () => {
    expect(groupNumber('4242424242424242')).toBe('4242 4242 4242 4242');
    expect(groupNumber('378282246310005')).toBe('3782 822463 10005');
    expect(groupNumber('42 x42')).toBe('4242');
    expect([groupNumber('\uFF14\uFF12\uFF14\uFF12\uFF14'), formatExpiry('\uFF11\uFF12\uFF13')]).toEqual(['4242 4', '12 / 3']);
    expect(formatExpiry('1')).toBe('1');
    expect(formatExpiry('5')).toBe('05');
    expect(formatExpiry('123')).toBe('12 / 3');
    expect(formatExpiry('12/30')).toBe('12/30');
  });
});
