import type { CallName } from '#contract/calls.ts';

/** Organization tokens of the demo: one per scope, one with all scopes for a single project, and one that was revoked. */
export const tokenAskers = ['reading token', 'writing token', 'proposing token', 'project token', 'revoked token'] as const;
export type TokenAsker = (typeof tokenAskers)[number];

export const askers = [
  'owner',
  'admin',
  'billing',
  'developer',
  'org-editor',
  'viewer',
  'outsider',
  'nobody',
  'program',
  ...tokenAskers,
] as const;
export type Asker = (typeof askers)[number];

const everybody: readonly Asker[] = ['owner', 'admin', 'billing', 'developer', 'org-editor', 'viewer'];
const readers: readonly Asker[] = ['owner', 'admin', 'billing', 'developer', 'org-editor'];
const writers: readonly Asker[] = ['owner', 'admin', 'billing'];
const editors: readonly Asker[] = ['owner', 'admin', 'org-editor'];
const managers: readonly Asker[] = ['owner', 'admin'];

export type ObjectKind =
  | 'invoice'
  | 'line'
  | 'project'
  | 'installation'
  | 'card'
  | 'quote'
  | 'intent'
  | 'organization'
  | 'budget'
  | 'credit_note'
  | 'token'
  | 'proposal';

export interface Rule {
  /** Authorized members of the organization; `members`: every signed-in member of any organization; `programs`: no member. */
  readonly who: readonly Asker[] | 'members' | 'programs';
  /** Scope that a token needs for the call; null if no token may make the call. */
  readonly token: 'billing:read' | 'usage:write' | 'propose' | null;
  readonly ofProject?: true;
  /** Object that the call addresses, and the status for an object of another organization. */
  readonly object?: readonly [kind: ObjectKind, foreign: 404 | 422];
  /** If a marketplace manages the organization, the call returns this status for every object. */
  readonly managed?: 400 | 422;
  /** Set if only one organization has such an object. The call returns 404 for all other organizations. */
  readonly only?: 'cloud';
}

/** Rules by call, written by hand from the specification and independent of the code. The type requires a rule for every call. */
export const policy: Readonly<Record<CallName, Rule>> = {
  getProfile: { who: 'members', token: null },
  getPermissions: { who: 'members', token: null },
  listSessions: { who: 'members', token: null },
  listOrganizations: { who: 'members', token: null },
  getProject: { who: 'members', token: null, object: ['project', 404] },
  getHostingMarketplaceLink: { who: 'members', token: null, object: ['installation', 404] },
  submitUpgradeFeedback: { who: 'members', token: null, object: ['organization', 404] },
  submitDowngradeFeedback: { who: 'members', token: null, object: ['organization', 404] },

  getOrganization: { who: everybody, token: null },
  listProjects: { who: everybody, token: 'billing:read' },
  getCloudMarketplaceLink: { who: everybody, token: null, only: 'cloud' },
  getUsage: { who: everybody, token: 'billing:read', ofProject: true, object: ['project', 404] },
  getDailyUsage: { who: everybody, token: 'billing:read', ofProject: true, object: ['project', 404] },
  listMembers: { who: everybody, token: null },
  listMembersAtFreeProjectLimit: { who: everybody, token: null },

  getSubscription: { who: readers, token: 'billing:read' },
  listPlans: { who: readers, token: 'billing:read' },
  listInvoices: { who: readers, token: 'billing:read', managed: 422 },
  countInvoices: { who: readers, token: 'billing:read', managed: 422 },
  getInvoice: { who: readers, token: null, object: ['invoice', 404], managed: 422 },
  getInvoiceLines: { who: readers, token: 'billing:read', object: ['invoice', 404], managed: 422 },
  getInvoicePdf: { who: readers, token: null, object: ['invoice', 404], managed: 422 },
  getEInvoice: { who: readers, token: null, object: ['invoice', 404], managed: 422 },
  getInvoiceReceipt: { who: readers, token: null, object: ['invoice', 404], managed: 422 },
  getCreditNotePdf: { who: readers, token: null, object: ['credit_note', 404], managed: 422 },
  getCreditNoteEInvoice: { who: readers, token: null, object: ['credit_note', 404], managed: 422 },
  exportInvoices: { who: readers, token: null, managed: 422 },
  getStatement: { who: readers, token: null, managed: 422 },
  getStatementCsv: { who: readers, token: null, managed: 422 },
  getStatementJournal: { who: readers, token: null, managed: 422 },
  getStatementPdf: { who: readers, token: null, managed: 422 },
  getUpcomingInvoice: { who: readers, token: 'billing:read' },
  getUpcomingLineBreakdown: { who: readers, token: 'billing:read', object: ['line', 404] },
  previewSubscription: { who: readers, token: null, managed: 400 },
  listBudgets: { who: readers, token: null },
  getBudgetHistory: { who: readers, token: null, object: ['budget', 404] },
  previewBudget: { who: readers, token: null },
  getSpend: { who: readers, token: 'billing:read' },
  getCosts: { who: readers, token: 'billing:read', managed: 422 },
  exportFocus: { who: readers, token: 'billing:read', managed: 422 },
  priceItem: { who: readers, token: 'billing:read' },
  getForecast: { who: readers, token: 'billing:read' },
  compareUpcomingInvoice: { who: readers, token: 'billing:read', managed: 422 },
  compareInvoice: { who: readers, token: 'billing:read', object: ['invoice', 404], managed: 422 },
  listAudit: { who: readers, token: null },
  listCreditHistory: { who: readers, token: 'billing:read' },
  getCustomer: { who: readers, token: null },
  getTaxId: { who: readers, token: null },
  listPaymentMethods: { who: readers, token: null },
  getNoticeSettings: { who: readers, token: null },
  listNotices: { who: readers, token: null },
  listInvoiceNotices: { who: readers, token: null, object: ['invoice', 404], managed: 422 },
  listActivity: { who: readers, token: null },
  exportActivity: { who: readers, token: null },

  updateSubscription: { who: writers, token: null, object: ['quote', 422], managed: 422 },
  confirmSubscription: { who: writers, token: null, object: ['intent', 404] },
  createBudget: { who: writers, token: null },
  updateBudget: { who: writers, token: null, object: ['budget', 404] },
  deleteBudget: { who: writers, token: null, object: ['budget', 404] },
  cancelPendingChange: { who: writers, token: null },
  topUpCredits: { who: writers, token: null, object: ['card', 422] },
  correctBuyer: { who: writers, token: null, object: ['invoice', 404], managed: 422 },
  useCredits: { who: writers, token: null, object: ['invoice', 404], managed: 422 },
  payInvoice: { who: writers, token: null, object: ['invoice', 404], managed: 422 },
  getInvoicePaymentLink: { who: writers, token: null, object: ['invoice', 404], managed: 422 },
  updateCustomer: { who: writers, token: null },
  putTaxId: { who: writers, token: null },
  deleteTaxId: { who: writers, token: null },
  setDefaultPaymentMethod: { who: writers, token: null, object: ['card', 422] },
  orderPaymentMethods: { who: writers, token: null, object: ['card', 422] },
  deletePaymentMethod: { who: writers, token: null, object: ['card', 422] },
  deletePaymentMethodByPost: { who: writers, token: null, object: ['card', 422] },
  createSetupIntent: { who: writers, token: null },

  updateOrganization: { who: editors, token: null },
  updateNoticeSettings: { who: editors, token: null },
  sendConfirmation: { who: editors, token: null },
  sendInvoiceAgain: { who: editors, token: null, object: ['invoice', 404], managed: 422 },

  listTokens: { who: readers, token: null },
  createToken: { who: managers, token: null },
  revokeToken: { who: managers, token: null, object: ['token', 404] },

  listProposals: { who: readers, token: 'propose' },
  createProposal: { who: readers, token: 'propose', managed: 422 },
  approveProposal: { who: writers, token: null, object: ['proposal', 404] },
  refuseProposal: { who: writers, token: null, object: ['proposal', 404] },

  recordUsage: { who: 'programs', token: 'usage:write', ofProject: true },
};
