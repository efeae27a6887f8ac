import { expect, it } from 'vitest';
import { isConflict, isConnectionLost, isUnavailable, UnknownOutcome } from './database-error.ts';
import { repeatedWhereSafe } from './repeated-work.ts';

const failure = (code: string, message = 'failed'): Error => Object.assign(new Error(message), { code });
const wrapped = (error: Error): Error => new Error('Failed query: select 1', { cause: error });

function failing(failures: readonly { error: Error; isCommitting?: boolean }[]) {
  const seen = { tries: 0, pauses: [] as number[] };
  const run = () =>
    repeatedWhereSafe(
      (attempt) => {
        const next = failures[seen.tries];
        seen.tries += 1;
        if (!next) return Promise.resolve('done');
        attempt.isCommitting = next.isCommitting ?? false;
        return Promise.reject(wrapped(next.error));
      },
      (ms) => Promise.resolve(seen.pauses.push(ms)),
    );
  return { run, seen };
}

it.each(['40001', '40P01', '57P01', '57P02', '57P03', '08006', '08P01', '25006', 'ECONNRESET', 'ECONNREFUSED'])(
  'repeats what was not committed after %s, later each time',
  async (code) => {
    const { run, seen } = failing([{ error: failure(code) }, { error: failure(code) }]);
    expect(await run()).toBe('done');
    expect([seen.tries, seen.pauses.length]).toEqual([3, 2]);
    expect(seen.pauses[1]).toBeGreaterThan(seen.pauses[0] ?? 0);
  },
);

it.each(['57P01', '08006', 'ECONNRESET'])('reports an unknown outcome where %s comes during the commit', async (code) => {
  const { run, seen } = failing([{ error: failure(code), isCommitting: true }]);
  const error = await run().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnknownOutcome);
  expect([isUnavailable(error), seen.tries]).toEqual([true, 1]);
});

it('repeats a commit that the database itself has refused because of another transaction', async () => {
  const { run, seen } = failing([{ error: failure('40001'), isCommitting: true }]);
  expect([await run(), seen.tries]).toEqual(['done', 2]);
});

it.each(['23505', '22P02', '53100', '57014'])('fails at once with %s, which the next try would meet as well', async (code) => {
  const { run, seen } = failing([{ error: failure(code) }]);
  await expect(run()).rejects.toThrow('Failed query');
  expect(seen.tries).toBe(1);
});

it('gives up after some tries and reports that the database is away', async () => {
  const { run, seen } = failing(Array.from({ length: 9 }, () => ({ error: failure('ECONNREFUSED') })));
  expect(isUnavailable(await run().catch((error: unknown) => error))).toBe(true);
  expect(seen.tries).toBe(5);
});

it('knows a lost connection by the words of the driver as well', () => {
  for (const words of [
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])
    expect([isConnectionLost(wrapped(new Error(words))), isConflict(new Error(words))]).toEqual([true, false]);
  // All connections are busy, so a retry would only wait again.
  const busy = new Error('timeout exceeded when trying to connect');
  expect([isConnectionLost(busy), isUnavailable(busy)]).toEqual([false, true]);
});
