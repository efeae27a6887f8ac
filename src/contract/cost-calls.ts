import type { CallDeclaration } from './declaration.ts';
import { subscriptionsRead, tokenReads } from './permissions.ts';

const billing = '/platform/organizations/{slug}/billing' as const;

/** Costs for programs that analyze them. */
export const costCalls = {
  getCosts: {
    method: 'GET',
    path: `${billing}/costs`,
    access: subscriptionsRead,
    token: tokenReads,
    params: 'SlugParams',
    query: 'CostsQuery',
    success: 200,
    response: 'Costs',
    alsoFile: 'text/csv',
  },
  exportFocus: {
    method: 'GET',
    path: `${billing}/export/focus`,
    access: subscriptionsRead,
    token: tokenReads,
    params: 'SlugParams',
    query: 'FocusQuery',
    success: 200,
    file: 'application/jsonl',
    alsoFile: 'text/csv',
  },
} as const satisfies Record<string, CallDeclaration>;
