import { expect, it } from 'vitest';
import { fillText } from './fill.ts';

it('puts every value in its place and never reads a value again', () => {
  expect(fillText('Showing {from} to {to} out of {total} invoices', { from: 1, to: 5, total: 14 })).toBe(
    'Showing 1 to 5 out of 14 invoices',
  );
  expect(fillText('Managed by {partner}.', { partner: '{partner} $& $1' })).toBe('Managed by {partner} $& $1.');
});
