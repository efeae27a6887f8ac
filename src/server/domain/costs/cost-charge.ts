import type { Ratio } from '#lib/money-ratio.ts';
import type { PriceBook } from '#server/domain/book/price-book.ts';
import type { Derivation, LineGroup, LineKey } from '#server/domain/lines.ts';
import type { ResourceKind, UsageMetric } from '#server/domain/metrics.ts';
import type { PlanId } from '#server/domain/plans.ts';
import type { ContractTerms } from '#server/domain/rates.ts';

export type BillingSpan = { startSeconds: number; endSeconds: number };

/** Invoice, credit note, or the running period's invoice so far, which has no ID. */
export type CostDocument = {
  id: string | null;
  number: string | null;
  /** Billing period in which it is issued. */
  period: BillingSpan;
  /** Instant in that period to which corrections of earlier periods are assigned. */
  correctsAtSeconds: number;
  /** Legal name of the seller; null if the document states none. */
  seller: string | null;
  /** Instant until which exports of the billing period have the same bytes; null while the period can still change. */
  sameUntilSeconds: number | null;
};

export type CorrectedCharge = { invoiceId: string | null; fromSeconds: number; untilSeconds: number };

/** `balance` is the credit that an invoice uses, or the debt that it collects. */
export type ChargeKey = LineKey | 'credit_note' | 'balance';

export type ChargeTerms = { book: PriceBook; planId: PlanId; contract: ContractTerms | null };

export type ChargeEntry = { projectRef: string; name: string; usage: Ratio; amountCents: number };

export type CostCharge = {
  document: CostDocument;
  /** ID of the line on the invoice; null for other amounts. */
  lineId: string | null;
  key: ChargeKey;
  group: LineGroup | null;
  metric: UsageMetric | null;
  kind: ResourceKind | null;
  description: string;
  fromSeconds: number;
  /** Exclusive. */
  untilSeconds: number;
  amountCents: number;
  amountBeforeDiscountCents: number;
  /** Null unless the charge corrects an earlier billing period. */
  corrects: CorrectedCharge | null;
  derivation: Derivation | null;
  /** Usage that earlier invoices of the period have not stated, in base units. */
  used: Ratio;
  /** Part of `used` above the quota that is not charged. */
  uncharged: Ratio;
  terms: ChargeTerms | null;
  /** Instant until which exports of the charge are the same; null while they can still change. */
  sameUntilSeconds: number | null;
};

/** The parts of a charge sum to its amount. */
export type CostPart = {
  charge: CostCharge;
  projectRef: string | null;
  projectName: string | null;
  fromSeconds: number;
  /** Exclusive. */
  untilSeconds: number;
  amountCents: number;
  /** In base units. */
  usage: Ratio;
  /** Index of the price step of the charge's derivation. */
  step: number;
  /** Exact part of the quantity that the step charges for. */
  share: Ratio;
};

/** A correction belongs to the period in which it is made. */
export const countsAtSeconds = ({ charge: { corrects, document }, fromSeconds }: CostPart): number =>
  corrects === null ? fromSeconds : document.correctsAtSeconds;
