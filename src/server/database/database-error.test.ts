import { DrizzleQueryError } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { isDatabaseUnavailable, markOfPool } from './database-error.ts';

const reset = (): Error => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

it('blames the database only for a lost connection of its own, because other services lose theirs in the same way', () => {
  const ofPool = reset();
  markOfPool(ofPool);
  expect([reset(), new Error('The gateway does not answer', { cause: reset() })].map(isDatabaseUnavailable)).toEqual([false, false]);
  expect([ofPool, new Error('No page', { cause: ofPool })].map(isDatabaseUnavailable)).toEqual([true, true]);
  expect(isDatabaseUnavailable(new DrizzleQueryError('select 1', [], reset()))).toBe(true);
});
