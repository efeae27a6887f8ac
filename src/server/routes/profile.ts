import type { Profile } from '#contract/types.ts';
import { deviceOf } from '#server/domain/sessions/user-agent.ts';
import { permissionsOf } from '#server/domain/access.ts';
import { secondsOf } from '#server/database/database.ts';
import { rolesOfMember } from '#server/store/organizations.ts';
import { liveSessions, sessionIdOf } from '#server/store/sessions.ts';
import type { Handler } from './handler.ts';

type Capabilities = Profile['capabilities'];

const capabilities: Capabilities = [
  'quotes',
  'billing-details',
  'pending-change',
  'members',
  'credit-history',
  'use-credits',
  'buyer-correction',
  'e-invoice',
  'pay-invoice',
  'invoice-lines',
  'derivations',
  'subscription-parts',
  'tax-verification',
  'usage-ingest',
  'audit',
  'price-book',
  'budgets',
  'price-tags',
  'forecast',
  'notices',
  'activity',
  'confirmed-recipients',
  'card-order',
  'statement',
  'tokens',
  'proposals',
  'costs',
];

const embeddedCapabilities: Capabilities = [...capabilities, 'clock'];

export const getProfile: Handler<'getProfile'> = async (_, { config, member, served }) => ({
  data: {
    member: { username: member.username, primary_email: member.primaryEmail },
    capabilities: config.mode === 'embedded' ? served(embeddedCapabilities) : capabilities,
  },
});

/** Sessions expire in real time. */
export const listSessions: Handler<'listSessions'> = async (_, { db, member, sessionId }) => {
  const rows = await liveSessions(db, member.id, new Date());
  const sessions = rows.map(({ tokenHash, userAgent, createdAt, lastSeenAt }) => {
    const id = sessionIdOf(tokenHash);
    return {
      id,
      ...deviceOf(userAgent),
      current: id === sessionId,
      signed_in_at: secondsOf(createdAt),
      last_used_at: secondsOf(lastSeenAt),
    };
  });
  return { data: { sessions } };
};

export const getPermissions: Handler<'getPermissions'> = async (_, { db, member }) => {
  const roles = await rolesOfMember(db, member.id);
  return { data: roles.flatMap(({ role, slug }) => permissionsOf(role, slug)) };
};
