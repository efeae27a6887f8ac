const standIn = (name: string): string => `${import.meta.dirname}/${name}.ts`;

/** Replaced because every first view would load them unused. A test fails on a new package version, so that each is checked again. */
export const replacedModules = [
  {
    // React contains this hook since version 18.
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
