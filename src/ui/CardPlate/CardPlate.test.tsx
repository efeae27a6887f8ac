import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CardPlate } from './CardPlate.tsx';

it('has a mark for known brands, a blank plate for others, and leaves the name to the text', () => {
  const marks = (brand: string) => render(<CardPlate brand={brand} />).container.querySelectorAll('path').length;
  expect(marks('visa')).toBe(1);
  expect(marks('Visa')).toBe(1);
  expect(marks('constructor')).toBe(0);
  expect(marks('nobody knows it')).toBe(0);
});
