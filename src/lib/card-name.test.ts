import { expect, it } from 'vitest';
import { brandName } from './card-name.ts';

it('names brands as people write them', () => {
  expect(['visa', 'amex', 'Visa', 'cartes_bancaires', 'newbrand', 'unknown', ''].map(brandName)).toEqual([
    'Visa',
    'American Express',
    'Visa',
    'Cartes Bancaires',
    'Newbrand',
    'Card',
    'Card',
  ]);
});
