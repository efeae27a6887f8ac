import { expect, it } from 'vitest';
import { ownersOf, partsDrawing } from './use-token-parts.ts';

const dependencies = {
  'ui/base': ['ui/base'],
  'ui/Icon': ['ui/Icon'],
  'ui/Button': ['ui/Button', 'ui/Icon'],
  'ui/Banner': ['ui/Banner', 'ui/Button', 'ui/Icon'],
  'ui/Meter': ['ui/Meter', 'ui/base'],
};

it('finds the parts that name a token, by their folder', () => {
  const tokens = [{ path: 'color.text.link', uses: [{ owner: 'ui/Button' }, { owner: 'billing/credits/steps' }] }];
  expect(ownersOf(tokens)).toEqual(new Set(['ui/Button', 'billing/credits']));
});

it('finds every part that draws one of them, through others too', () => {
  expect(partsDrawing(new Set(['ui/Icon']), dependencies)).toEqual(new Set(['ui/Icon', 'ui/Button', 'ui/Banner']));
});

it('leaves the styles of the whole document to the caller', () => {
  expect(partsDrawing(new Set(['ui/base']), dependencies)).toEqual(new Set());
});
