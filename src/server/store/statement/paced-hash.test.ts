import { expect, it } from 'vitest';
import { sha256Of } from '#lib/statement/statement.ts';
import { pacedHash } from './paced-hash.ts';

it('pauses after every 500 entries, and hashes as browsers do', async () => {
  let pauses = 0;
  const hash = pacedHash(() => {
    pauses += 1;
    return Promise.resolve();
  });
  const pausesAt: number[] = [];
  for (let count = 1; count <= 1500; count += 1) {
    const before = pauses;
    expect(await hash(`entry ${count}`)).toBe(await sha256Of(`entry ${count}`));
    if (pauses > before) pausesAt.push(count);
  }
  expect(pausesAt).toEqual([500, 1000, 1500]);
});
