import { describe, expect, it } from 'vitest';
import { lintScript } from './lint-script.ts';

const faults = (source: string, file = 'src/ui/Tank/Tank.tsx'): string[] =>
  lintScript(file, source).map(({ path, reason }) => `${path}: ${reason}`);

describe('raw values in a component', () => {
  it('refuses colours and sizes in drawing attributes', () => {
    expect(faults('<svg>\n<path fill="#fff" stroke={"tomato"} />\n<path strokeWidth={2} opacity={0.5} /></svg>')).toEqual([
      'line 2: fill: raw value #fff: use a token, in a class',
      'line 2: stroke: raw value tomato: use a token, in a class',
      'line 3: strokeWidth: raw value 2: use a token, in a class',
      'line 3: opacity: raw value 0.5: use a token, in a class',
    ]);
  });

  it('refuses inline styles', () => {
    expect(faults('<i style={{ color }} />')).toEqual([
      'line 1: an inline style reaches no mode and is refused by the style-src of the page: use a class',
    ]);
  });

  it('allows geometry, inheritance, words that are no colour, and comments', () => {
    expect(
      faults(
        '<svg viewBox="0 0 40 26" fill="none" stroke="currentColor"><path d="M0 2" x={2} width={share} /></svg> // fill="red"\n<Badge color="secondary" lineStyle={x} />',
      ),
    ).toEqual([]);
    expect(faults('const text = \'fill="red"\';', 'src/server/x.ts')).toEqual([]);
  });
});
