/**
 * One organization's history as the oracle reads it: what was accepted and paid, and what was billed for it. Written by the model of
 * the pure engine and read from a real server's tables; it holds facts only, none of the engine's own working.
 */
import type { LineDiscount } from '#server/domain/lines.ts';
import type { PlanId } from '#server/domain/plans.ts';
import type { ContractTerms } from '#server/domain/rates.ts';
import type { UsageEntry } from '#server/domain/usage.ts';

/** A plan with its spend cap. Free counts as capped, Team and Enterprise as not. */
export type HeldTerms = { planId: PlanId; capOn: boolean };

/** A change of plan or cap that was put into effect, in the order of taking effect. */
export type LivedChange = HeldTerms & {
  quotedAtSeconds: number;
  acceptedAtSeconds: number;
  /** When its card payment succeeded; null where no card was charged. */
  paidAtSeconds: number | null;
  /** It was accepted for the end of the running cycle. */
  isScheduled: boolean;
};

/** A record of usage that was accepted, or a stretch of time that a resource ran. */
export type LivedRecord = UsageEntry & {
  id: string;
  heardAtSeconds: number;
  /** The earlier record that it corrects. */
  replaces?: string | undefined;
};

/** A spending limit on the overage of a cycle, from when it was set, changed or removed. */
export type LivedLimit = {
  setAtSeconds: number;
  /** null removes it. */
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
  /** What was left to pay after credits when it was finalized. */
  amountDueCents: number;
  lines: readonly LivedLine[];
};

/** Money that the gateway or staff moved. */
export type LivedMove = {
  atSeconds: number;
  kind: 'charge' | 'refund' | 'dispute_opened' | 'dispute_won' | 'dispute_lost' | 'goodwill';
  /** Positive came to the platform, or was given by it; a dispute that is lost moves nothing more. */
  amountCents: number;
  /** What a dispute that is lost had withdrawn. */
  lostCents?: number;
  paidFor: 'top_up' | 'change' | 'invoice' | null;
  /** The invoice that it paid, where it paid one. */
  invoiceId: string | null;
};

/** What was taken off a fee, or off usage, after it was invoiced, beside the lines of invoices. */
export type LivedRebate = {
  atSeconds: number;
  kind: 'unpaid_time' | 'disputed_time' | 'correction' | 'staff';
  amountCents: number;
  /** The invoice that a credit note is of. */
  invoiceId: string | null;
};

/** How an organization was seen to stand. */
export type LivedStanding = {
  atSeconds: number;
  status: 'grace_period' | 'grace_period_over' | 'restricted' | null;
  graceEndSeconds: number | null;
  violations: readonly string[];
  /** End of the cycle that first ended above a quota; null without such a case. */
  caseSeconds: number | null;
};

export type LivedHistory = {
  start: HeldTerms & { atSeconds: number; anchorSeconds: number; feeCents: number };
  discounts: readonly LineDiscount[];
  contract: ContractTerms | undefined;
  changes: readonly LivedChange[];
  records: readonly LivedRecord[];
  /** In order of time. */
  limits: readonly LivedLimit[];
  invoices: readonly LivedInvoice[];
  moves: readonly LivedMove[];
  rebates: readonly LivedRebate[];
  standings: readonly LivedStanding[];
  /** Late usage of an organization on Free that was too little for an invoice of its own: a sum, perhaps of nothing, each time. */
  waivedCents: readonly number[];
  balanceCents: number;
  nowSeconds: number;
};
