const standIn = (name: string): string => `${import.meta.dirname}/${name}.ts`;

/** Unused modules that the build replaces. After an update of a package in `tested`, a test fails: check the replacement again. */
export const replacedModules = [
  {
    // Replaced by React, because React 18 and later contain this hook.
    find: /^use-sync-external-store\/shim(\/index\.js)?$/,
    replacement: 'react',
    issue: 'https://github.com/molefrog/wouter/pull/428',
    tested: { wouter: '3.13.0', 'use-sync-external-store': '1.7.0' },
  },
  {
    find: /^\.\/infiniteQueryBehavior\.js$/,
    replacement: standIn('no-infinite-queries'),
    issue: 'https://github.com/TanStack/query/pull/1181',
    tested: { '@tanstack/query-core': '5.108.0' },
  },
] as const;
