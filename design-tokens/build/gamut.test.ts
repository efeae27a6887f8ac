import { describe, expect, it } from 'vitest';
import { contrastRatio, cssHex, inSrgb, toHex } from './color.ts';
import { at, faultsOf, withJson } from './seeded.ts';

describe('colour arithmetic', () => {
  it('converts OKLCH as CSS Color 4 does', () => {
    expect(toHex([0, 0, 0])).toBe('#000000');
    expect(toHex([1, 0, 0])).toBe('#ffffff');
    expect(toHex([0.62796, 0.25768, 29.234])).toBe('#ff0000');
    expect(toHex([0.51975, 0.17686, 142.495])).toBe('#008000');
    expect(inSrgb([0.7, 0.3, 150])).toBe(false);
  });

  it('measures contrast as WCAG 2 does', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.478, 3);
    expect(contrastRatio('#ffffff', '#777777')).toBe(contrastRatio('#777777', '#ffffff'));
  });

  it('writes the shortest hex, with alpha where there is one', () => {
    const white = { colorSpace: 'oklch', components: [1, 0, 0], hex: '#ffffff' } as const;
    expect(cssHex(white)).toBe('#fff');
    expect(cssHex({ ...white, alpha: 0.45 })).toBe('#ffffff73');
  });
});

describe('gamut gate', () => {
  const faults = (value: object): Promise<string[]> =>
    faultsOf(withJson('reference/color.tokens.json', (json) => (at(json, 'color.ref.verdigris.500').$value = value)));

  it('names the largest chroma for a colour outside sRGB', async () => {
    expect(await faults({ colorSpace: 'oklch', components: [0.66, 0.2, 178], hex: '#45a592' })).toEqual([
      'gamut color.ref.verdigris.500: oklch(0.66 0.2 178) is outside sRGB; the largest chroma there is 0.1214',
    ]);
  });

  it('compares the hex with the colour', async () => {
    expect((await faults({ colorSpace: 'oklch', components: [0.66, 0.0949, 178], hex: '#45a5f2' }))[0]).toMatch(
      /^gamut color\.ref\.verdigris\.500: hex #45a5f2 is not the colour of oklch\(0\.66 0\.0949 178\), which is #/,
    );
  });
});
