import type { Plugin } from 'vite';
import { FOLDERS, type Folders } from '#tokens/build/check.ts';
import { partDependencies } from './dependencies.ts';

const id = 'virtual:design-dependencies';

/** Serves the dependencies of components as a module, so that the gallery can list the states that a token affects. */
export function dependenciesPlugin(folders: Folders = FOLDERS): Plugin {
  return {
    name: 'design-dependencies',
    resolveId: (wanted) => (wanted === id ? `\0${id}` : undefined),
    load: (wanted) =>
      wanted === `\0${id}` ? `export const dependencies = ${JSON.stringify(partDependencies(folders.repository))};` : undefined,
  };
}
