import type { Profile } from '#contract/types.ts';
import type { Handler } from './handler.ts';

type Capabilities = Profile['capabilities'];

/** The extensions of the contract that this platform serves. */
const capabilities: Capabilities = [
  'quotes',
  'billing-details',
  'pending-change',
  'members',
  'credit-history',
  'invoice-lines',
  'derivations',
  'subscription-parts',
  'tax-verification',
  'usage-ingest',
  'audit',
];

/** Those that only exist where nothing is real. */
const embeddedCapabilities: Capabilities = [...capabilities, 'clock'];

export const getProfile: Handler<'getProfile'> = async (_, { config, member }) => ({
  data: {
    member: { username: member.username, primary_email: member.primaryEmail },
    capabilities: config.mode === 'embedded' ? embeddedCapabilities : capabilities,
  },
});
