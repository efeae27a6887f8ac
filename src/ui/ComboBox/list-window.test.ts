import { describe, expect, it } from 'vitest';
import { layoutOf, rowAt, topFor, topsOf } from './list-window.ts';

const tops = topsOf([44, 44, 300, 44, 44, 44, 44, 44, 44, 44]);

describe('rows as tall as their names', () => {
  it('follow each other', () => {
    expect(tops.slice(0, 5)).toEqual([0, 44, 88, 388, 432]);
    expect([0, 43, 44, 88, 387, 388].map((scrollTop) => rowAt(tops, scrollTop))).toEqual([0, 0, 1, 2, 2, 3]);
  });

  it.each([
    ['stay where they are while in sight', 3, 250, 250],
    ['come into sight from below', 4, 250, 276],
    ['come into sight from above', 1, 80, 44],
    ['come to the middle from far away', 8, 0, 530],
    ['are read from their beginning where the list has no room for them', 2, 0, 88],
  ])('%s', (_, row, scrollTop, expected) => {
    expect(topFor({ scrollTop, clientHeight: 200 }, tops, row)).toBe(expected);
  });

  it('tell where they are, also those that are not drawn', () => {
    const layout = layoutOf(
      () => null,
      () => tops,
      Number,
    );
    expect([layout.getItemRect(2), layout.getItemRect(-1)]).toEqual([{ x: 0, y: 88, width: 0, height: 300 }, null]);
  });
});
