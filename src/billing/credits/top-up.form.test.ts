import { expect, it } from 'vitest';
import { topUpTexts as texts } from '#lib/texts/top-up.ts';
import { dollarsOf, topUpSchema, usualTopUp } from './top-up.form.ts';

const messageFor = (amount: string) => topUpSchema.safeParse({ ...usualTopUp, amount }).error?.issues[0]?.message;

it.each([
  ['100', 100],
  ['2000', 2000],
  [' 250 ', 250],
  ['0100', 100],
  ['1,000', 1000],
  ['$250', 250],
  ['100.00', 100],
  ['$1,250.00', 1250],
  ['100.0', 100],
  ['\uFF11\uFF10\uFF10', 100],
  ['\u3000\uFF041\uFF0C\uFF12\uFF15\uFF10\uFF0E\uFF10\uFF10', 1250],
])('takes %j', (text, dollars) => {
  expect(dollarsOf(text)).toBe(dollars);
  expect(messageFor(text)).toBeUndefined();
});

it.each(['99', '2001', '-100', '\u2212100', '0', '9'.repeat(400)])('says the range for %j', (text) => {
  expect(messageFor(text)).toBe(texts.range);
});

it.each([
  '',
  '100.5',
  '1e3',
  '"100"',
  '100.50',
  '10,00',
  '1,0000',
  '100.000',
  '100.',
  '€100',
  '$',
  '0x64',
  'ten',
  'NaN',
  'Infinity',
  '+100',
])('says that %j is no whole number', (text) => {
  expect(messageFor(text)).toBe(texts.wholeNumber);
  expect(dollarsOf(text)).toBeUndefined();
});
