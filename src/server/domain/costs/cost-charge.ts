import type { Ratio } from '#lib/money-ratio.ts';
import type { PriceBook } from '#server/domain/book/price-book.ts';
import type { Derivation, LineGroup, LineKey } from '#server/domain/lines.ts';
import type { ResourceKind, UsageMetric } from '#server/domain/metrics.ts';
import type { PlanId } from '#server/domain/plans.ts';
import type { ContractTerms } from '#server/domain/rates.ts';

export type BillingSpan = { startSeconds: number; endSeconds: number };

/** An invoice, a credit note, or the preliminary invoice of the running period, which has no ID. */
export type CostDocument = {
  id: string | null;
  number: string | null;
  period: BillingSpan;
  /** Corrections of earlier periods get this date. It is within `period`, so that exports of `period` contain them. */
  correctsAtSeconds: number;
  /** Legal name; null if the document names no seller. */
  seller: string | null;
  /** Instant until which exports of the billing period have the same bytes; null while the period can still change. */
  sameUntilSeconds: number | null;
};

export type CorrectedCharge = { invoiceId: string | null; fromSeconds: number; untilSeconds: number };

/** `balance`: credit that an invoice uses, or debt that an invoice collects. */
export type ChargeKey = LineKey | 'credit_note' | 'balance';

export type ChargeTerms = { book: PriceBook; planId: PlanId; contract: ContractTerms | null };

export type ChargeEntry = { projectRef: string; name: string; usage: Ratio; amountCents: number };

export type CostCharge = {
  document: CostDocument;
  /** Null for amounts that are not invoice lines. */
  lineId: string | null;
  key: ChargeKey;
  group: LineGroup | null;
  metric: UsageMetric | null;
  kind: ResourceKind | null;
  description: string;
  fromSeconds: number;
  /** Exclusive end. */
  untilSeconds: number;
  amountCents: number;
  amountBeforeDiscountCents: number;
  /** Null if the charge corrects no earlier billing period. */
  corrects: CorrectedCharge | null;
  derivation: Derivation | null;
  /** Usage in base units, without usage on earlier invoices of the period. */
  used: Ratio;
  /** Usage within `used` that is above the quota but not charged. */
  uncharged: Ratio;
  terms: ChargeTerms | null;
  /** Time until which exports of the charge stay the same; null while they can still change. */
  sameUntilSeconds: number | null;
};

/** Cost for one project and time. The parts sum to the amount of the charge. */
export type CostPart = {
  charge: CostCharge;
  projectRef: string | null;
  projectName: string | null;
  fromSeconds: number;
  untilSeconds: number;
  amountCents: number;
  /** In base units. */
  usage: Ratio;
  step: number;
  /** Exact fraction of the step's quantity. */
  share: Ratio;
};

/** A correction counts in the period in which it is made, not in the corrected period. */
export const countsAtSeconds = ({ charge: { corrects, document }, fromSeconds }: CostPart): number =>
  corrects === null ? fromSeconds : document.correctsAtSeconds;
