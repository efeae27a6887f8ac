import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fontFamilies, fontFile, rangesFile, rangesWithoutFile, sliceFiles } from '#server/documents/font-families.ts';

/** Copies only the font files that documents use. @returns folders of the packages, relative to the root */
export function copyFonts(into: string): string[] {
  for (const family of fontFamilies) {
    const list = rangesFile(family);
    const ranges = list === null ? rangesWithoutFile : (JSON.parse(readFileSync(fontFile(family, list), 'utf8')) as Record<string, string>);
    const files = ([400, 700] as const).flatMap((weight) => sliceFiles(family, Object.keys(ranges), weight).map(({ file }) => file));
    for (const file of new Set([...files, ...(list === null ? [] : [list])])) {
      const target = join(into, family.source, file);
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(fontFile(family, file), target);
    }
  }
  return fontFamilies.map(({ source }) => `node_modules/${source}`);
}
