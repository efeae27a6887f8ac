import { expect, it } from 'vitest';
import { gradeOf, hardestFirst } from '#a11y/report/reading-level.ts';

it('gives long words and long sentences a higher grade', () => {
  expect(gradeOf('The cat sat on the mat.')).toBeLessThan(1);
  expect(gradeOf('Unavailable organizational subscriptions necessitate administrative intervention.')).toBeGreaterThan(20);
});

it('puts the hardest first and leaves labels out', () => {
  const easy = 'You can pay this bill now with the card that you have.';
  const hard = 'Additional permissions are necessary for administration of organizational subscriptions and associated invoices.';
  expect(hardestFirst([easy, 'Pay now', hard]).map(({ text }) => text)).toEqual([hard, easy]);
});
