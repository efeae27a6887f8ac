import { describe, expect, it } from 'vitest';
import { lineBox } from './css-values.ts';
import { at, faultsOf, withJson } from './seeded.ts';

describe('type gate', () => {
  const faults = (path: string, value: unknown): Promise<string[]> =>
    faultsOf(withJson('reference/type.tokens.json', (json) => (at(json, path).$value = value)));

  it('gives the line height that meets the grid', async () => {
    expect(await faults('font.leading.h3', 1.4)).toEqual([
      'type type.h3: has a line box of 25.20px; a line height of 1.3333 gives 24px on the 4px grid',
      'type type.moneyTotal: has a line box of 25.20px; a line height of 1.3333 gives 24px on the 4px grid',
    ]);
  });

  it('refuses text below 13px', async () => {
    expect(await faults('font.size.caption', { value: 0.75, unit: 'rem' })).toContain(
      'type type.caption: is 12px; the smallest size is 13px',
    );
  });

  it('writes the line box in whole pixels', () => {
    expect(lineBox({ value: 1.125, unit: 'rem' }, 1.3333)).toEqual({ value: 1.5, unit: 'rem' });
    expect(lineBox({ value: 13, unit: 'px' }, 1.5385)).toEqual({ value: 20, unit: 'px' });
  });
});
