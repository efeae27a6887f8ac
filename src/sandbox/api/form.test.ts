import { describe, expect, it } from 'vitest';
import { decodeForm } from './form.ts';

describe('form decoding', () => {
  it('reads nested groups and lists, numbered or not', () => {
    expect(decodeForm('a=1&b[c]=2&b[d][e]=3&l[0]=x&l[1]=y&m[]=p&m[]=q&i[0][n]=1&i[1][n]=2')).toEqual({
      a: '1',
      b: { c: '2', d: { e: '3' } },
      l: ['x', 'y'],
      m: ['p', 'q'],
      i: [{ n: '1' }, { n: '2' }],
    });
  });

  it('keeps encoded text, empty values and the last of repeated names', () => {
    expect(decodeForm('name=J%C3%BCrgen+%26+Co&empty=&a=1&a=2')).toEqual({ name: 'Jürgen & Co', empty: '', a: '2' });
  });

  it('gives nothing a prototype', () => {
    const decoded = decodeForm('__proto__[polluted]=1&constructor[prototype][polluted]=1');
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
    expect(Object.keys(decoded)).toEqual(['__proto__', 'constructor']);
  });

  it.each([
    '[a]=1',
    'a[b=1',
    'a]b=1',
    'a=1&a[b]=2',
    'a[b]=1&a=2',
    `a${'[b]'.repeat(8)}=1`,
    Array.from({ length: 1001 }, (_, index) => `k${index}=1`).join('&'),
  ])('refuses %.30s', (text) => {
    expect(() => decodeForm(text)).toThrow(/parameter/i);
  });
});
