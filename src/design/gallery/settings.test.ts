import { expect, it } from 'vitest';
import { readSettings, writeSettings, type Settings } from './settings.ts';

const all: Settings = {
  view: 'components',
  name: 'Button: pending',
  token: 'color.text.link',
  width: 320,
  modes: { theme: 'darkHighContrast', density: 'compact', direction: 'rtl', motion: 'reduced', forcedColors: true },
};

it('reads back what it writes', () => {
  expect(readSettings(writeSettings(all))).toEqual(all);
  expect(writeSettings(readSettings(''))).toBe('');
});

it('takes the default for what an address says wrongly', () => {
  expect(readSettings('?view=nothing&theme=pink&width=17&density=airy')).toEqual(readSettings(''));
});
