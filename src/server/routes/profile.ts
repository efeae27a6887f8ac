import type { Profile } from '#contract/types.ts';
import { permissionsOf } from '#server/domain/access.ts';
import { rolesOfMember } from '#server/store/organizations.ts';
import type { Handler } from './handler.ts';

type Capabilities = Profile['capabilities'];

/** The extensions of the contract that this platform serves. */
const capabilities: Capabilities = [
  'quotes',
  'billing-details',
  'pending-change',
  'members',
  'credit-history',
  'use-credits',
  'invoice-lines',
  'derivations',
  'subscription-parts',
  'tax-verification',
  'usage-ingest',
  'audit',
  'price-book',
  'budgets',
  'notices',
  'activity',
];

/** Those that only exist where nothing is real. */
const embeddedCapabilities: Capabilities = [...capabilities, 'clock'];

export const getProfile: Handler<'getProfile'> = async (_, { config, member, served }) => ({
  data: {
    member: { username: member.username, primary_email: member.primaryEmail },
    capabilities: config.mode === 'embedded' ? served(embeddedCapabilities) : capabilities,
  },
});

export const getPermissions: Handler<'getPermissions'> = async (_, { db, member }) => {
  const roles = await rolesOfMember(db, member.id);
  return { data: roles.flatMap(({ role, slug }) => permissionsOf(role, slug)) };
};
