import type { CallResponse } from '#contract/types.ts';
import { formatCents } from '#lib/money.ts';

export type ComingEvent = CallResponse<'getForecast'>['events'][number];

const emails: Readonly<Record<string, string>> = {
  invoice_issued: 'the invoice',
  receipt: 'a receipt',
  payment_failed: 'the charge failed',
  last_notice: 'the last notice before a restriction',
  restricted: 'services are restricted',
  restored: 'services are no longer restricted',
  credit_low: 'your credit is low',
  change_applied: 'your plan has changed',
};

const restrictions = {
  grace_period: 'A grace period begins',
  grace_period_over: 'The grace period is over',
  restricted: 'Services are restricted',
} as const;

export function comingWords(event: ComingEvent): string {
  switch (event.kind) {
    case 'invoice':
      return event.amount_due_cents === event.subtotal_cents
        ? `Invoice of ${formatCents(event.subtotal_cents)}`
        : `Invoice of ${formatCents(event.subtotal_cents)}, of which ${formatCents(event.amount_due_cents)} is to be paid`;
    case 'attempt':
      return `${formatCents(event.amount_cents)} is charged to your default card${event.succeeds ? '' : ', which will probably be refused'}`;
    case 'restriction':
      return event.status === null ? 'Services are no longer restricted' : restrictions[event.status];
    case 'email':
      return `Email: ${emails[event.email] ?? event.email}`;
  }
}
