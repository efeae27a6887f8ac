import type { Plugin } from 'vite';

const imported = /^import (?<names>\w+) from (?<sheet>'[^']+\.module\.css');$/gm;

/** Replaces class names by constants at build time. Otherwise, every first view would load the class names of all sections. */
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
    // Keeps the style sheet in the build, although no import of its class names remains.
    transform: { filter: { id: /\.module\.css$/ }, handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }) },
  },
];
