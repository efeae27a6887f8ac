/**
 * The calendar of invoices and restrictions: when a draft is finalized, when an invoice is overdue, when limits that are
 * exceeded or invoices that are unpaid restrict an organization. Counted in whole days of 24 hours.
 */
import { leastChargeCents } from '#lib/charge.ts';
import { stepFrom } from '#lib/dates/calendar.ts';
import { HOUR_SECONDS } from './periods.ts';
import { VIOLATIONS, type Violation } from './violations.ts';

/** How long usage that a plan change carried over waits for a cycle's invoice: a day longer than the longest cycle. */
export const CARRIED_USAGE_DAYS = 32;

/** A draft waits so long for usage that was measured before its end and arrives after it. */
export const DRAFT_SECONDS = HOUR_SECONDS;

/** So long after its period has closed usage is accepted, unless the settings say otherwise. */
export const LATE_USAGE_DAYS = 35;

/** An organization that has gone to Free gets notice so long before the invoice of its late usage. */
export const LATE_NOTICE_DAYS = 7;

/** Late usage of less than this is waived where no other invoice would carry it. */
export const LEAST_LATE_INVOICE_CENTS = leastChargeCents;

/** After this an unpaid invoice is overdue: a card has been tried for the last time by then; a transfer has had its month. */
export const DUE_DAYS = { card: 7, invoice: 30 } as const;

/** An invoice that is unpaid so long after it was due is bad debt. It can still be paid, and restricts until it is paid or forgiven. */
export const UNCOLLECTIBLE_DAYS = 90;

/** From the first day of a restriction: a warning with an end, a warning without one, then services stop. */
export const GRACE_DAYS = 14;
export const GRACE_OVER_DAYS = 7;

export type RestrictionStatus = 'grace_period' | 'grace_period_over' | 'restricted';

export type Restriction = {
  status: RestrictionStatus | null;
  /** Null where nothing is exceeded and nothing is overdue; empty where what is exceeded has no violation of its own. */
  violations: Violation[] | null;
  gracePeriodEndSeconds: number | null;
  /** When time alone changes this next; null when it does not. */
  nextSeconds: number | null;
};

export type RestrictionInput = {
  /** The violations of what the running cycle exceeds now. */
  exceeded: readonly Violation[];
  /** Since when it exceeds anything; null when it does not. */
  exceededSinceSeconds: number | null;
  /** End of the first cycle that ended above a quota; null after a cycle that stayed within all of them. */
  quotaCaseSeconds: number | null;
  /** The violations of what that cycle, or a later one, ended above. */
  quotaCaseViolations: readonly Violation[];
  /** When the oldest unpaid invoice was or will be due; null when nothing is unpaid. */
  oldestDueSeconds: number | null;
};

type Stage = { status: RestrictionStatus | null; graceEndSeconds: number | null; nextSeconds: number | null };

const NO_STAGE: Stage = { status: null, graceEndSeconds: null, nextSeconds: null };

/** The stage of something that began at an instant, has its grace until another, and ends in restriction. */
function stageAt(graceEndSeconds: number, overSinceSeconds: number, nowSeconds: number): Stage {
  const restrictedSeconds = stepFrom(overSinceSeconds, { days: GRACE_OVER_DAYS });
  if (nowSeconds < graceEndSeconds) return { status: 'grace_period', graceEndSeconds, nextSeconds: graceEndSeconds };
  if (nowSeconds < restrictedSeconds) return { status: 'grace_period_over', graceEndSeconds, nextSeconds: restrictedSeconds };
  return { status: 'restricted', graceEndSeconds, nextSeconds: null };
}

/**
 * Quotas: the cycle in which one is exceeded brings no status. Its end begins the grace period. Afterwards a running cycle
 * that stays within the quotas is left alone; one that exceeds them is warned for the second time, then restricted, until
 * it ends.
 */
function quotaStage({ quotaCaseSeconds, exceededSinceSeconds }: RestrictionInput, nowSeconds: number): Stage {
  if (quotaCaseSeconds === null) return NO_STAGE;
  const graceEndSeconds = stepFrom(quotaCaseSeconds, { days: GRACE_DAYS });
  if (nowSeconds >= graceEndSeconds && exceededSinceSeconds === null) return NO_STAGE;
  return stageAt(graceEndSeconds, Math.max(graceEndSeconds, exceededSinceSeconds ?? graceEndSeconds), nowSeconds);
}

/** What an invoice that stays unpaid after a day leads to, and when. Seconds since 1970. */
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

/** Where an organization stands at an instant. The more severe of its two causes decides; both are listed. */
export function restrictionAt(input: RestrictionInput, nowSeconds: number): Restriction {
  const quota = quotaStage(input, nowSeconds);
  const overdue = overdueStage(input, nowSeconds);
  const decisive = SEVERITY.indexOf(overdue.status) > SEVERITY.indexOf(quota.status) ? overdue : quota;
  const sameStatus = [quota, overdue].filter(({ status }) => status === decisive.status);
  const violations = new Set<Violation>(input.exceeded);
  if (quota.status !== null) for (const violation of input.quotaCaseViolations) violations.add(violation);
  if (overdue.status !== null) violations.add('overdue_payment');
  const isWithin = input.exceededSinceSeconds === null && decisive.status === null;
  return {
    status: decisive.status,
    violations: isWithin ? null : VIOLATIONS.filter((violation) => violations.has(violation)),
    gracePeriodEndSeconds: decisive.status === null ? null : earliest(sameStatus.map(({ graceEndSeconds }) => graceEndSeconds)),
    nextSeconds: earliest([quota.nextSeconds, overdue.nextSeconds]),
  };
}

/** When services stop for an organization whose grace period is over; null where that is not so. */
export function restrictedFrom(input: RestrictionInput, nowSeconds: number): number | null {
  const stages = [quotaStage(input, nowSeconds), overdueStage(input, nowSeconds)];
  return earliest(stages.filter(({ status }) => status === 'grace_period_over').map(({ nextSeconds }) => nextSeconds));
}
