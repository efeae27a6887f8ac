import type { CallDeclaration } from './declaration.ts';
import { subscriptionsRead } from './permissions.ts';

const billing = '/platform/organizations/{slug}/billing' as const;

/**
 * Calls for programs that send usage and read costs. The page does not use these calls, so the page's client does not contain this file.
 */
export const programCalls = {
  recordUsage: {
    method: 'POST',
    path: '/platform/organizations/{slug}/usage/records',
    access: 'service',
    params: 'SlugParams',
    body: 'UsageBatch',
    bodyKilobytes: 2048,
    anyNumbers: true,
    judgesEntries: true,
    success: 200,
    response: 'UsageBatchOutcome',
  },
  getCosts: {
    method: 'GET',
    path: `${billing}/costs`,
    access: subscriptionsRead,
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
    params: 'SlugParams',
    query: 'FocusQuery',
    success: 200,
    file: 'application/jsonl',
    alsoFile: 'text/csv',
  },
} as const satisfies Record<string, CallDeclaration>;
