import { expect, it } from 'vitest';
import { TopUpRequest } from '#contract/shapes/credits.ts';
import { topUpTexts as texts } from '#lib/texts/top-up.ts';
import { readAmount } from './top-up-amount.ts';

it.each([
  ['100', 100],
  ['2000', 2000],
  [' 250 ', 250],
  ['0100', 100],
])('takes %j', (text, dollars) => {
  expect(readAmount(text)).toEqual({ dollars });
});

it.each(['99', '2001', '-100', '\u2212100', '0', '9'.repeat(400)])('says the range for %j', (text) => {
  expect(readAmount(text)).toEqual({ error: texts.range });
});

it.each(['', '100.5', '1e3', '"100"', '1,000', '$100', '0x64', 'ten', '１００', 'NaN', 'Infinity', '+100'])(
  'says that %j is no whole number',
  (text) => {
    expect(readAmount(text)).toEqual({ error: texts.wholeNumber });
  },
);

it.each([99, 100, 100.5, 2000, 2001])('answers $%d as the platform does', (dollars) => {
  const { data, error } = TopUpRequest.shape.amount.safeParse(dollars);
  expect(readAmount(String(dollars))).toEqual(error ? { error: error.issues[0]?.message } : { dollars: data });
});
