import { expect, it } from 'vitest';
import { mayReadFigures, silentAnswer } from './health-answers.ts';

it('counts a process as not ready until its main thread has reported, and 10 s after its last report', () => {
  expect(silentAnswer({ heardAtMs: null }, 0)).toMatchObject({ status: 503, body: { why: 'starting' } });
  expect(silentAnswer({ heardAtMs: 1000 }, 11_000)).toBeNull();
  expect(silentAnswer({ heardAtMs: 1000 }, 11_001)).toMatchObject({ status: 503, body: { why: 'main thread' } });
});

it('shows figures to the holder of a token, or to everyone where they are open', () => {
  const tokens = ['a-token-of-the-collector', 'the-token-before'];
  for (const [token, may] of [
    ['a-token-of-the-collector', true],
    ['the-token-before', true],
    ['another', false],
    [null, false],
  ] as const)
    expect(mayReadFigures({ tokens, isOpen: false }, token)).toBe(may);
  expect(mayReadFigures({ tokens: [], isOpen: true }, null)).toBe(true);
  expect(mayReadFigures({ tokens: [], isOpen: false }, '')).toBe(false);
});
