import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Assets, assetsIn } from './assets.ts';

export interface BuiltGallery {
  /** HTML of one of the two documents; null when the gallery was not built, as under the development server. */
  readonly document: (name: 'gallery' | 'board') => Promise<string | null>;
  readonly assets: Assets;
}

/** The design page as it lies beside the built server. */
export function builtGallery(folder = join(import.meta.dirname, '..', 'design')): BuiltGallery {
  return {
    document: async (name) => {
      try {
        return await readFile(join(folder, `${name}.html`), 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    assets: assetsIn(join(folder, 'assets')),
  };
}
