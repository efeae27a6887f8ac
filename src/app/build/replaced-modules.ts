const standIn = (name: string): string => `${import.meta.dirname}/${name}.ts`;

/**
 * Modules of packages in whose place the built page holds something else: each would cost every first view, and nothing here runs
 * it. A newer version of a package fails a test, until somebody has looked whether the issue is solved and the entry can go.
 */
export const replacedModules = [
  {
    // React has had what this stands in for since its version 18.
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
