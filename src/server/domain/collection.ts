/** Calendar of invoices and restrictions. A day is 24 hours. */
import { leastChargeCents } from '#lib/charge.ts';
import { stepFrom } from '#lib/dates/calendar.ts';
import { HOUR_SECONDS } from './periods.ts';
import { VIOLATIONS, type Violation } from './violations.ts';

/** Maximum days that carried-over usage waits for an invoice: one day more than the longest cycle. */
export const CARRIED_USAGE_DAYS = 32;

/** Time for late usage: a draft invoice stays open this long. */
export const DRAFT_SECONDS = HOUR_SECONDS;
/** Maximum time that an invoice waits for a required purchase order number after the end of its cycle. */
export const PO_WAIT_SECONDS = 24 * HOUR_SECONDS;

/** Default days after the end of a period in which late usage is accepted. */
export const LATE_USAGE_DAYS = 35;

export const LATE_NOTICE_DAYS = 7;

/** Days before the end of a cycle at which the event `invoice.upcoming` announces the invoice. */
export const UPCOMING_EVENT_DAYS = 7;

/** Minimum amount of an invoice that contains only late usage. A lower amount is waived if no other invoice can include it. */
export const LEAST_LATE_INVOICE_CENTS = leastChargeCents;

/** Days from finalization to the due date. Failed card charges are retried in this time; for transfers, this is the payment term. */
export const DUE_DAYS = { card: 7, invoice: 30 } as const;

/** Days after the due date. An uncollectible invoice can still be paid. It restricts services until it is paid or forgiven. */
export const UNCOLLECTIBLE_DAYS = 90;

/** Days of `grace_period`, and also of `grace_period_over`. Services are restricted after both. */
export const GRACE_DAYS = 14;
export const GRACE_OVER_DAYS = 7;

export type RestrictionStatus = 'grace_period' | 'grace_period_over' | 'restricted';

export type Restriction = {
  status: RestrictionStatus | null;
  /** Null if nothing is exceeded or overdue. Empty if the only exceeded metrics have no violation name. */
  violations: Violation[] | null;
  gracePeriodEndSeconds: number | null;
  nextSeconds: number | null;
};

export type RestrictionInput = {
  exceeded: readonly Violation[];
  exceededSinceSeconds: number | null;
  /** End of the first cycle that exceeded a quota; null after a cycle that was within all quotas. */
  quotaCaseSeconds: number | null;
  /** Violations of the last cycle that exceeded quotas; empty after a cycle within all quotas. */
  quotaCaseViolations: readonly Violation[];
  /**
   * Time in the running cycle from which usage exceeds the organization's spending limit and is not charged; null if the limit is not
   * exceeded.
   */
  limitExceededSinceSeconds?: number | null;
  /** End of the first cycle with usage that the spending limit left uncharged; null after a cycle within the limit. */
  limitCaseSeconds?: number | null;
  oldestDueSeconds: number | null;
};

type Stage = { status: RestrictionStatus | null; graceEndSeconds: number | null; nextSeconds: number | null };

const NO_STAGE: Stage = { status: null, graceEndSeconds: null, nextSeconds: null };

function stageAt(graceEndSeconds: number, overSinceSeconds: number, nowSeconds: number): Stage {
  const restrictedSeconds = stepFrom(overSinceSeconds, { days: GRACE_OVER_DAYS });
  if (nowSeconds < graceEndSeconds) return { status: 'grace_period', graceEndSeconds, nextSeconds: graceEndSeconds };
  if (nowSeconds < restrictedSeconds) return { status: 'grace_period_over', graceEndSeconds, nextSeconds: restrictedSeconds };
  return { status: 'restricted', graceEndSeconds, nextSeconds: null };
}

/** Stage after a cycle that exceeded a quota or limit. If the running cycle exceeds none, the grace period is the last stage. */
function caseStage(caseSeconds: number | null, exceededSinceSeconds: number | null, nowSeconds: number): Stage {
  if (caseSeconds === null) return NO_STAGE;
  const graceEndSeconds = stepFrom(caseSeconds, { days: GRACE_DAYS });
  if (nowSeconds >= graceEndSeconds && exceededSinceSeconds === null) return NO_STAGE;
  return stageAt(graceEndSeconds, Math.max(graceEndSeconds, exceededSinceSeconds ?? graceEndSeconds), nowSeconds);
}

/**
 * Returns when the grace period ends and when services are restricted if an invoice with this due date stays unpaid. Times are in seconds
 * since 1970.
 */
export function overdueCalendar(dueSeconds: number): { graceEndSeconds: number; restrictedSeconds: number } {
  const graceEndSeconds = stepFrom(dueSeconds, { days: GRACE_DAYS });
  return { graceEndSeconds, restrictedSeconds: stepFrom(graceEndSeconds, { days: GRACE_OVER_DAYS }) };
}

function overdueStage({ oldestDueSeconds }: RestrictionInput, nowSeconds: number): Stage {
  if (oldestDueSeconds === null) return NO_STAGE;
  if (nowSeconds < oldestDueSeconds) return { ...NO_STAGE, nextSeconds: oldestDueSeconds };
  const { graceEndSeconds } = overdueCalendar(oldestDueSeconds);
  return stageAt(graceEndSeconds, graceEndSeconds, nowSeconds);
}

const SEVERITY: readonly (RestrictionStatus | null)[] = [null, 'grace_period', 'grace_period_over', 'restricted'];

const earliest = (instants: readonly (number | null)[]): number | null => {
  const known = instants.filter((instant) => instant !== null);
  return known.length > 0 ? Math.min(...known) : null;
};

const stagesOf = (input: RestrictionInput, nowSeconds: number): [quota: Stage, limit: Stage, overdue: Stage] => [
  caseStage(input.quotaCaseSeconds, input.exceededSinceSeconds, nowSeconds),
  caseStage(input.limitCaseSeconds ?? null, input.limitExceededSinceSeconds ?? null, nowSeconds),
  overdueStage(input, nowSeconds),
];

/** The most severe cause sets the status. `violations` lists the violations of all causes. */
export function restrictionAt(input: RestrictionInput, nowSeconds: number): Restriction {
  const stages = stagesOf(input, nowSeconds);
  const [quota, limit, overdue] = stages;
  const decisive = stages.reduce((most, stage) => (SEVERITY.indexOf(stage.status) > SEVERITY.indexOf(most.status) ? stage : most));
  const sameStatus = stages.filter(({ status }) => status === decisive.status);
  const isOverLimit = (input.limitExceededSinceSeconds ?? null) !== null;
  const violations = new Set<Violation>(input.exceeded);
  if (quota.status !== null) for (const violation of input.quotaCaseViolations) violations.add(violation);
  if (limit.status !== null || isOverLimit) violations.add('spending_limit_exceeded');
  if (overdue.status !== null) violations.add('overdue_payment');
  const isWithin = input.exceededSinceSeconds === null && !isOverLimit && decisive.status === null;
  return {
    status: decisive.status,
    violations: isWithin ? null : VIOLATIONS.filter((violation) => violations.has(violation)),
    gracePeriodEndSeconds: decisive.status === null ? null : earliest(sameStatus.map(({ graceEndSeconds }) => graceEndSeconds)),
    nextSeconds: earliest(stages.map(({ nextSeconds }) => nextSeconds)),
  };
}

/** Start of the restriction that follows `grace_period_over`; null if no cause is in this stage. */
export function restrictedFrom(input: RestrictionInput, nowSeconds: number): number | null {
  return earliest(
    stagesOf(input, nowSeconds)
      .filter(({ status }) => status === 'grace_period_over')
      .map(({ nextSeconds }) => nextSeconds),
  );
}
