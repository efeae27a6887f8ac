import type { Plugin } from 'vite';

const imported = /^import (?<names>\w+) from (?<sheet>'[^']+\.module\.css');$/gm;

/**
 * Class names as single constants, which the build writes where they are used. As objects, the names of all sections would come with
 * every first view, because one sheet holds them.
 */
export const classNames: readonly Plugin[] = [
  {
    name: 'class-names',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: '.module.css' },
      handler: (code) => ({ code: code.replace(imported, 'import * as $<names> from $<sheet>;'), map: null }),
    },
  },
  {
    name: 'styles-of-class-names',
    enforce: 'post',
    apply: 'build',
    // A sheet counts as used, though nothing of its names is left to import.
    transform: { filter: { id: /\.module\.css$/ }, handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }) },
  },
];
