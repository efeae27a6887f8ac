import type { CallName } from '#contract/calls.ts';

/** Callers: members of the demo, an anonymous caller, and a program with the service token. */
export const askers = ['owner', 'admin', 'billing', 'developer', 'org-editor', 'viewer', 'outsider', 'nobody', 'program'] as const;
export type Asker = (typeof askers)[number];

const everybody: readonly Asker[] = ['owner', 'admin', 'billing', 'developer', 'org-editor', 'viewer'];
const readers: readonly Asker[] = ['owner', 'admin', 'billing', 'developer', 'org-editor'];
const writers: readonly Asker[] = ['owner', 'admin', 'billing'];
const editors: readonly Asker[] = ['owner', 'admin', 'org-editor'];

/** Kind of object that a call addresses in addition to the organization. */
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
  | 'credit_note';

export interface Rule {
  /** Authorized members of the organization; `members`: every signed-in member of any organization; `programs`: no member. */
  readonly who: readonly Asker[] | 'members' | 'programs';
  /** Object that the call addresses, and the status for an object of another organization. */
  readonly object?: readonly [kind: ObjectKind, foreign: 404 | 422];
  /** Status if a marketplace manages the organization, for any object. */
  readonly managed?: 400 | 422;
  /** The only organization with such an object; others return 404. */
  readonly only?: 'cloud';
}

/**
 * Authorization by call, written by hand from the specification and independent of the code. The type requires every call, so a new one
 * does not compile without a rule.
 */
export const policy: Readonly<Record<CallName, Rule>> = {
  getProfile: { who: 'members' },
  getPermissions: { who: 'members' },
  listSessions: { who: 'members' },
  listOrganizations: { who: 'members' },
  getProject: { who: 'members', object: ['project', 404] },
  getHostingMarketplaceLink: { who: 'members', object: ['installation', 404] },
  submitUpgradeFeedback: { who: 'members', object: ['organization', 404] },
  submitDowngradeFeedback: { who: 'members', object: ['organization', 404] },

  getOrganization: { who: everybody },
  listProjects: { who: everybody },
  getCloudMarketplaceLink: { who: everybody, only: 'cloud' },
  getUsage: { who: everybody, object: ['project', 404] },
  getDailyUsage: { who: everybody, object: ['project', 404] },
  listMembers: { who: everybody },
  listMembersAtFreeProjectLimit: { who: everybody },

  getSubscription: { who: readers },
  listPlans: { who: readers },
  listInvoices: { who: readers, managed: 422 },
  countInvoices: { who: readers, managed: 422 },
  getInvoice: { who: readers, object: ['invoice', 404], managed: 422 },
  getInvoiceLines: { who: readers, object: ['invoice', 404], managed: 422 },
  getInvoicePdf: { who: readers, object: ['invoice', 404], managed: 422 },
  getInvoiceReceipt: { who: readers, object: ['invoice', 404], managed: 422 },
  getCreditNotePdf: { who: readers, object: ['credit_note', 404], managed: 422 },
  exportInvoices: { who: readers, managed: 422 },
  getStatement: { who: readers, managed: 422 },
  getStatementCsv: { who: readers, managed: 422 },
  getStatementJournal: { who: readers, managed: 422 },
  getStatementPdf: { who: readers, managed: 422 },
  getUpcomingInvoice: { who: readers },
  getUpcomingLineBreakdown: { who: readers, object: ['line', 404] },
  previewSubscription: { who: readers, managed: 400 },
  listBudgets: { who: readers },
  getBudgetHistory: { who: readers, object: ['budget', 404] },
  previewBudget: { who: readers },
  getSpend: { who: readers },
  priceItem: { who: readers },
  getForecast: { who: readers },
  compareUpcomingInvoice: { who: readers, managed: 422 },
  compareInvoice: { who: readers, object: ['invoice', 404], managed: 422 },
  listAudit: { who: readers },
  listCreditHistory: { who: readers },
  getCustomer: { who: readers },
  getTaxId: { who: readers },
  listPaymentMethods: { who: readers },
  getNoticeSettings: { who: readers },
  listNotices: { who: readers },
  listInvoiceNotices: { who: readers, object: ['invoice', 404], managed: 422 },
  listActivity: { who: readers },
  exportActivity: { who: readers },

  updateSubscription: { who: writers, object: ['quote', 422], managed: 422 },
  confirmSubscription: { who: writers, object: ['intent', 404] },
  createBudget: { who: writers },
  updateBudget: { who: writers, object: ['budget', 404] },
  deleteBudget: { who: writers, object: ['budget', 404] },
  cancelPendingChange: { who: writers },
  topUpCredits: { who: writers, object: ['card', 422] },
  correctBuyer: { who: writers, object: ['invoice', 404], managed: 422 },
  useCredits: { who: writers, object: ['invoice', 404], managed: 422 },
  payInvoice: { who: writers, object: ['invoice', 404], managed: 422 },
  getInvoicePaymentLink: { who: writers, object: ['invoice', 404], managed: 422 },
  updateCustomer: { who: writers },
  putTaxId: { who: writers },
  deleteTaxId: { who: writers },
  setDefaultPaymentMethod: { who: writers, object: ['card', 422] },
  orderPaymentMethods: { who: writers, object: ['card', 422] },
  deletePaymentMethod: { who: writers, object: ['card', 422] },
  deletePaymentMethodByPost: { who: writers, object: ['card', 422] },
  createSetupIntent: { who: writers },

  updateOrganization: { who: editors },
  updateNoticeSettings: { who: editors },
  sendConfirmation: { who: editors },
  sendInvoiceAgain: { who: editors, object: ['invoice', 404], managed: 422 },

  recordUsage: { who: 'programs' },
};
