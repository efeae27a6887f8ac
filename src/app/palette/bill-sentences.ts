import type { Invoice, Organization, Subscription, UpcomingInvoice } from '#contract/types.ts';
import { cycleProgress } from '#lib/dates/cycle-progress.ts';
import { formatDate } from '#lib/dates/format.ts';
import { formatCents, formatDollars } from '#lib/money.ts';
import { type AmountDueWords, amountDueWords, dueInvoices } from '#billing/shared/amount-due/amount-due.ts';
import { amountCents, readLines, type InvoiceLine } from '#billing/shared/invoice-lines/lines.ts';

export interface BillFacts {
  readonly organization: Pick<Organization, 'name' | 'restriction_status' | 'restriction_data'>;
  readonly subscription: Pick<Subscription, 'plan' | 'usage_billing_enabled' | 'current_period_start' | 'current_period_end'>;
  /** Null if there is no upcoming invoice, as on the Free Plan. */
  readonly upcoming: Pick<UpcomingInvoice, 'amount_total' | 'amount_projected' | 'lines'> | null;
  /** Null if the platform does not list invoices. */
  readonly open: readonly Invoice[] | null;
  readonly nowSeconds: number;
}

const mostNamed = 3;

/** Describes the bill in seven sentences: plan, cycle, cost so far, projected cost, largest costs, amount due, and when services stop. */
export function billSentences({ organization, subscription, upcoming, open, nowSeconds }: BillFacts): string[] {
  const { plan, usage_billing_enabled: isCapOff, current_period_start: start, current_period_end: end } = subscription;
  const { daysLeft } = cycleProgress(start, end, nowSeconds);
  const cap = plan.id === 'free' ? 'which costs nothing' : `and its spend cap is ${isCapOff ? 'off' : 'on'}`;
  return [
    `${organization.name} is on the ${plan.name} Plan, ${cap}.`,
    `This billing cycle runs from ${formatDate(start)} to ${formatDate(end)}; ${daysLeft === 1 ? '1 day is' : `${daysLeft} days are`} left.`,
    upcoming ? `So far it has cost ${formatDollars(upcoming.amount_total)}.` : 'So far it has cost nothing.',
    upcoming
      ? `It is projected to come to ${formatDollars(upcoming.amount_projected)}, without usage that can't be predicted.`
      : 'Nothing is projected, because the Free Plan is not charged.',
    driversOf(upcoming ? readLines(upcoming.lines) : []),
    dueSentence(amountDueWords(open ?? [], nowSeconds)),
    whatStops(organization, open ?? [], isCapOff),
  ];
}

function dueSentence(due: AmountDueWords | null): string {
  if (!due) return 'Nothing is due now.';
  if (due.count === 1) return `${due.amount} is due now: ${due.oldest}`;
  return `${due.amount} is due now for ${due.count} open invoices; ${due.oldest.charAt(0).toLowerCase()}${due.oldest.slice(1)}`;
}

/** Returns a sentence such as "The largest costs are Monthly Active Users at $161.22, ...". */
function driversOf(lines: readonly InvoiceLine[]): string {
  const largest = lines
    .filter((line) => amountCents(line) > 0)
    .toSorted((a, b) => amountCents(b) - amountCents(a))
    .slice(0, mostNamed)
    .map((line) => `${line.description} at ${formatCents(amountCents(line))}`);
  const last = largest.pop();
  if (last === undefined) return 'Nothing has been charged in this cycle yet.';
  return largest.length === 0 ? `The only cost is ${last}.` : `The largest costs are ${largest.join(', ')} and ${last}.`;
}

function whatStops(
  { restriction_status: status, restriction_data: data }: BillFacts['organization'],
  open: readonly Invoice[],
  isCapOff: boolean,
): string {
  if (status === 'restricted') return 'All services are stopped now.';
  if (data?.grace_period_end && status === 'grace_period')
    return `A grace period ends on ${formatDate(data.grace_period_end)}; after that services may stop.`;
  const stopAt = dueInvoices(open)
    .map(({ collection }) => collection?.restricted_at ?? null)
    .filter((at) => at !== null)
    .toSorted((a, b) => a - b)[0];
  if (stopAt !== undefined) return `If the oldest open invoice stays unpaid, services stop on ${formatDate(stopAt)}.`;
  return isCapOff
    ? 'Nothing stops at an amount, unless a budget says so.'
    : 'When usage reaches what the plan includes, projects may become unresponsive or read-only.';
}
