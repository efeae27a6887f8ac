import { expect, it } from 'vitest';
import { withinTime } from './within-time.ts';

it('waits no longer than the limit', async () => {
  expect(await withinTime(Promise.resolve(1), 'late', 1000)).toBe(1);
  expect(await withinTime(new Promise(() => undefined), 'late', 1)).toBe('late');
});
