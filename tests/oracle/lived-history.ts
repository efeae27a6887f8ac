/** History of one organization as input of the oracle: facts only, from the model or from a server's tables. */
import type { LineDiscount } from '#server/domain/lines.ts';
import type { PlanId } from '#server/domain/plans.ts';
import type { ContractTerms } from '#server/domain/rates.ts';
import type { UsageEntry } from '#server/domain/usage.ts';

/** A plan with its spend cap. Free counts as capped, Team and Enterprise as uncapped. */
export type HeldTerms = { planId: PlanId; capOn: boolean };

export type LivedChange = HeldTerms & {
  quotedAtSeconds: number;
  acceptedAtSeconds: number;
  /** Time of the card payment; null if no card was charged. */
  paidAtSeconds: number | null;
  /** True if the change is scheduled for the end of the current cycle. */
  isScheduled: boolean;
};

/** An accepted usage record, or a span of a running resource. */
export type LivedRecord = UsageEntry & {
  id: string;
  heardAtSeconds: number;
  replaces?: string | undefined;
};

export type LivedLimit = {
  setAtSeconds: number;
  /** Limit of overage in cents; null removes the limit. */
  overageCents: number | null;
};

export type LivedLine = {
  key: string;
  periodStartSeconds: number;
  periodEndSeconds: number;
  amountCents: number;
  breakdown: readonly { projectRef: string; amountCents: number }[];
};

export type LivedInvoice = {
  id: string;
  kind: string;
  status: 'draft' | 'paid' | 'void' | 'open' | 'issued' | 'uncollectible';
  finalizedAtSeconds: number | null;
  dueAtSeconds: number | null;
  /** Amount due after credits at finalization. */
  amountDueCents: number;
  lines: readonly LivedLine[];
};

export type LivedMove = {
  atSeconds: number;
  kind: 'charge' | 'refund' | 'dispute_opened' | 'dispute_won' | 'dispute_lost' | 'goodwill';
  /** Positive for received money and for credit that staff give. A lost dispute moves no further money, so its amount is 0. */
  amountCents: number;
  lostCents?: number;
  paidFor: 'top_up' | 'change' | 'invoice' | null;
  invoiceId: string | null;
};

/** A reduction of a fee or usage that was already invoiced; invoice lines do not contain it. */
export type LivedRebate = {
  atSeconds: number;
  kind: 'unpaid_time' | 'disputed_time' | 'correction' | 'staff';
  amountCents: number;
  invoiceId: string | null;
};

export type LivedStanding = {
  atSeconds: number;
  status: 'grace_period' | 'grace_period_over' | 'restricted' | null;
  graceEndSeconds: number | null;
  violations: readonly string[];
  /** End of the first cycle in which a quota was exceeded; null if no quota violation is open. */
  caseSeconds: number | null;
};

export type LivedHistory = {
  start: HeldTerms & { atSeconds: number; anchorSeconds: number; feeCents: number };
  discounts: readonly LineDiscount[];
  contract: ContractTerms | undefined;
  changes: readonly LivedChange[];
  records: readonly LivedRecord[];
  limits: readonly LivedLimit[];
  invoices: readonly LivedInvoice[];
  moves: readonly LivedMove[];
  rebates: readonly LivedRebate[];
  standings: readonly LivedStanding[];
  /** Waived amounts: late usage on Free that was too small for an invoice. An amount can be 0. */
  waivedCents: readonly number[];
  balanceCents: number;
  nowSeconds: number;
};
