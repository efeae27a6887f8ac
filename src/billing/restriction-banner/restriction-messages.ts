import type { Organization } from '#contract/types.ts';
import { formatDate } from '#lib/dates/format.ts';
import type { Restriction } from './restriction.ts';

export interface RestrictionWords {
  /** Title of the banner, which begins with the severity. */
  readonly title: string;
  readonly now: string;
  /** Next step and its date; null if the next step is unknown. */
  readonly next: string | null;
}

interface Facts {
  readonly restriction: Restriction;
  readonly data: NonNullable<Organization['restriction_data']>;
  readonly isFree: boolean;
  /** End of the billing cycle in unix seconds; null while loading. */
  readonly cycleEndSeconds: number | null;
}

const isOverdue = ({ violations }: Facts['data']): boolean => violations.includes('overdue_payment');
const onlyOverdue = (data: Facts['data']): boolean => isOverdue(data) && data.violations.length === 1;
const isOverLimit = ({ violations }: Facts['data']): boolean => violations.includes('spending_limit_exceeded');
/** Returns true if usage exceeds a quota. An empty list of violations means that a metric without a violation name exceeds its quota. */
const isOverQuota = ({ violations }: Facts['data']): boolean =>
  violations.length === 0 || violations.some((violation) => violation !== 'overdue_payment' && violation !== 'spending_limit_exceeded');

const inWords = (parts: readonly (string | false)[]): string => parts.filter(Boolean).join(' and ');

function causeOf(data: Facts['data']): string {
  if (onlyOverdue(data)) return 'has invoices that are overdue';
  return inWords([
    isOverQuota(data) && 'is over its included usage',
    isOverLimit(data) && 'is over its spending limit',
    isOverdue(data) && 'has overdue invoices',
  ]);
}

/** The platform sends the dates. If a date is missing, the text says that the date is missing. */
export function restrictionWords(facts: Facts): RestrictionWords {
  const { restriction, data, isFree, cycleEndSeconds } = facts;
  const cause = causeOf(data);
  const graceEnd = data.grace_period_end === null ? null : formatDate(data.grace_period_end);
  const wayOut = wayOutOf(facts);
  switch (restriction) {
    case 'exceededLimits':
      return {
        title: `Warning: your organization ${cause}`,
        now: !isOverQuota(data)
          ? 'Usage beyond your spending limit is metered and not charged. Nothing is restricted in this billing cycle.'
          : isFree
            ? 'The Free Plan is limited to its included usage. Projects may become unresponsive while they exceed it.'
            : 'With the spend cap on, usage is limited to what your plan includes. Projects may become unresponsive while they exceed it.',
        next:
          cycleEndSeconds === null
            ? `If it stays this way to the end of the billing cycle, a grace period begins. ${wayOut}`
            : `If it stays this way to the end of the billing cycle on ${formatDate(cycleEndSeconds)}, a grace period begins. ${wayOut}`,
      };
    case 'grace_period':
      return {
        title: graceEnd === null ? 'Warning: your organization is in its grace period' : `Warning: your grace period ends on ${graceEnd}`,
        now: `Your organization ${cause}. Everything still works in the grace period.`,
        next: `${graceEnd === null ? 'When it is over' : `After ${graceEnd}`} the Fair Use Policy applies and your projects may be restricted. ${wayOut}`,
      };
    case 'grace_period_over':
      return {
        title: 'Warning: your grace period is over and the Fair Use Policy applies now',
        now: `Your organization ${cause}.${graceEnd === null ? '' : ` The grace period ended on ${graceEnd}.`}`,
        next: `All services of your projects may be restricted any day now. ${wayOut}`,
      };
    case 'restricted':
      return {
        title: 'Restricted: all services of your organization are restricted',
        now: `Your organization ${cause}. Every request to your projects is answered with HTTP status 402.`,
        next: wayOut,
      };
  }
}

function wayOutOf({ restriction, data, isFree, cycleEndSeconds }: Facts): string {
  const pay = 'pay the outstanding invoices';
  const lift = isFree ? 'upgrade to a paid plan' : 'disable the spend cap';
  const steps = inWords([isOverQuota(data) && lift, isOverLimit(data) && 'raise or remove the spending limit', isOverdue(data) && pay]);
  const ends = restriction === 'restricted' ? 'To lift the restriction' : 'To avoid this';
  const waits =
    !isOverQuota(data) || isOverdue(data) || cycleEndSeconds === null || restriction === 'exceededLimits' || restriction === 'grace_period'
      ? ''
      : ` Included usage resets on ${formatDate(cycleEndSeconds)}.`;
  return `${ends}, ${steps}.${waits}`;
}
