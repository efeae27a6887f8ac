import type { CallDeclaration } from './declaration.ts';
import { subscriptionsRead, subscriptionsWrite } from './permissions.ts';

const proposals = '/platform/organizations/{slug}/billing/proposals' as const;

/** Proposals: members and programs without payment permission propose an action, and a member with the permission decides. */
export const proposalCalls = {
  listProposals: {
    method: 'GET',
    path: proposals,
    access: subscriptionsRead,
    params: 'SlugParams',
    query: 'ProposalsQuery',
    success: 200,
    response: 'ProposalList',
  },
  createProposal: {
    method: 'POST',
    path: proposals,
    access: subscriptionsRead,
    params: 'SlugParams',
    body: 'ProposalRequest',
    idempotent: true,
    alsoFails: [422],
    success: 201,
    response: 'Proposal',
  },
  approveProposal: {
    method: 'POST',
    path: `${proposals}/{proposal_id}/approve`,
    access: subscriptionsWrite,
    params: 'ProposalParams',
    body: 'ProposalApproval',
    alsoFails: [409, 422],
    success: 200,
    response: 'Proposal',
  },
  refuseProposal: {
    method: 'POST',
    path: `${proposals}/{proposal_id}/refuse`,
    access: subscriptionsWrite,
    params: 'ProposalParams',
    alsoFails: [409],
    success: 200,
    response: 'Proposal',
  },
} as const satisfies Record<string, CallDeclaration>;
