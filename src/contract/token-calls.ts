import type { CallDeclaration } from './declaration.ts';
import { organizationUpdate, subscriptionsRead, subscriptionsWrite } from './permissions.ts';

const tokens = '/platform/organizations/{slug}/tokens' as const;

export const tokenCalls = {
  listTokens: {
    method: 'GET',
    path: tokens,
    access: subscriptionsRead,
    params: 'SlugParams',
    success: 200,
    response: 'TokenList',
  },
  createToken: {
    method: 'POST',
    path: tokens,
    access: organizationUpdate,
    alsoNeeds: subscriptionsWrite,
    params: 'SlugParams',
    body: 'TokenRequest',
    idempotent: true,
    holdsSecret: true,
    alsoFails: [429],
    finalLimits: ['too_many_changes'],
    success: 201,
    response: 'NewToken',
  },
  revokeToken: {
    method: 'DELETE',
    path: `${tokens}/{token_id}`,
    access: organizationUpdate,
    alsoNeeds: subscriptionsWrite,
    params: 'TokenParams',
    success: 204,
  },
} as const satisfies Record<string, CallDeclaration>;
