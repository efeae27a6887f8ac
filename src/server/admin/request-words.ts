import { formatCents } from '#lib/money.ts';
import { planChangeWords, staffWords } from '#server/domain/staff/staff-rules.ts';
import type { ApprovalRow } from '#server/store/staff/approvals.ts';

/** What a request asks for, in words. */
export function wordsOfRequest({ kind, amountCents, reason, subject, input }: ApprovalRow): string {
  switch (kind) {
    case 'approval_limits':
      return 'Other approval limits';
    case 'price_book':
      return `Price book ${subject}: the last cycles would have cost ${formatCents(amountCents)} less`;
    case 'usage':
    case 'usage_correction':
      return `Held for review: ${reason}`;
    case 'terms':
      return `Contract or discounts of ${subject}: the last cycle would have cost ${formatCents(amountCents)} less`;
    default:
      return staffWords[kind](amountCents, reason, kind === 'plan_change' ? planChangeWords(input) : '');
  }
}
