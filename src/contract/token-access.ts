import { callTable, type CallName } from './calls.ts';
import type { CallDeclaration } from './declaration.ts';
import type { tokenScopes } from './limits.ts';

export interface TokenAccess {
  readonly scope: (typeof tokenScopes)[number];
  /**
   * If a token is limited to one project, the request must name this project: in the query (`project_ref`) or in each usage record.
   * Absent for calls about the whole organization, which refuse such a token.
   */
  readonly project?: 'query' | 'records';
}

/** Access to calls that read costs of the whole organization. */
const costs: TokenAccess = { scope: 'billing:read' };
/** Access to calls that read usage of one project or of all projects. */
const usage: TokenAccess = { scope: 'billing:read', project: 'query' };
/** Access to calls that list or create proposals. A proposal concerns the whole organization, and its members decide on the proposal. */
const proposals: TokenAccess = { scope: 'propose' };

/**
 * Calls that accept organization tokens. All other calls refuse these tokens. This list is not in `callTable`, because the page does not
 * need it.
 */
export const tokenAccess = {
  listProjects: costs,
  getUsage: usage,
  getDailyUsage: usage,
  getSubscription: costs,
  listPlans: costs,
  listInvoices: costs,
  countInvoices: costs,
  getInvoiceLines: costs,
  compareInvoice: costs,
  getUpcomingInvoice: costs,
  getUpcomingLineBreakdown: costs,
  compareUpcomingInvoice: costs,
  getSpend: costs,
  getForecast: costs,
  priceItem: costs,
  listCreditHistory: costs,
  getCosts: costs,
  exportFocus: costs,
  listProposals: proposals,
  createProposal: proposals,
  recordUsage: { scope: 'usage:write', project: 'records' },
} as const satisfies Partial<Record<CallName, TokenAccess>>;

/** Returns undefined for a call that refuses tokens. */
export const tokenAccessOf = (name: CallName): TokenAccess | undefined => (tokenAccess as Partial<Record<CallName, TokenAccess>>)[name];

/** `token` is undefined if the call refuses organization tokens. */
export interface CallWithTokens extends CallDeclaration {
  readonly token: TokenAccess | undefined;
}

export const callWithTokens = (name: CallName): CallWithTokens => ({ ...callTable[name], token: tokenAccessOf(name) });
