import { expect, it } from 'vitest';
import { browserEntry, pageAssets } from './preloads.ts';

const manifest = {
  '_page-1.css': { file: 'assets/page-1.css' },
  'text.woff2': { file: 'assets/atkinson-hyperlegible-next-latin-1.woff2' },
  [browserEntry]: { file: 'assets/entry.js', dynamicImports: ['react', 'boot'], isEntry: true },
  react: { file: 'assets/react.js' },
  boot: { file: 'assets/boot.js', imports: ['_shared'], dynamicImports: ['top', 'deep'] },
  _shared: { file: 'assets/shared.js', imports: ['boot'] },
  top: { file: 'assets/top.js', imports: ['_shared'], css: ['assets/page-1.css', 'assets/pages-1.css'] },
  deep: { file: 'assets/deep.js', imports: ['_grid'] },
  _grid: { file: 'assets/grid.js' },
};

it('fetches the staged start and the urgent parts with their imports ahead, and nothing else', () => {
  const assets = pageAssets(manifest, ['top']);
  expect(assets.entry).toBe('/assets/entry.js');
  expect(assets.stylesheets).toEqual(['/assets/page-1.css', '/assets/pages-1.css']);
  expect(assets.textFont).toBe('/assets/atkinson-hyperlegible-next-latin-1.woff2');
  expect(assets.modules).toEqual(['/assets/react.js', '/assets/shared.js', '/assets/boot.js', '/assets/top.js']);
});

it('refuses a build without its entry, its style sheet or its text font', () => {
  expect(() => pageAssets({}, [])).toThrow(/entry-browser/);
  expect(() => pageAssets({ [browserEntry]: manifest[browserEntry] }, [])).toThrow(/style sheet/);
  expect(() => pageAssets({ ...manifest, 'text.woff2': { file: 'assets/text.css' } }, [])).toThrow(/text font/);
});
