import { DrizzleQueryError } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { isDatabaseUnavailable, markOfPool } from './database-error.ts';

const reset = (): Error => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

it('counts a lost connection as an outage of the database only if the pool lost it', () => {
  const ofPool = reset();
  markOfPool(ofPool);
  expect([reset(), new Error('The gateway does not answer', { cause: reset() })].map(isDatabaseUnavailable)).toEqual([false, false]);
  expect([ofPool, new Error('No page', { cause: ofPool })].map(isDatabaseUnavailable)).toEqual([true, true]);
  expect(isDatabaseUnavailable(new DrizzleQueryError('select 1', [], reset()))).toBe(true);
});
