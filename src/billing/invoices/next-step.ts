import type { Invoice } from '#contract/types.ts';
import { cardName } from '#lib/card-name.ts';
import { formatDate } from '#lib/dates/format.ts';

type Facts = Pick<Invoice, 'status' | 'amount_due' | 'payment_attempted' | 'payment_is_processing' | 'collection'>;

export function nextStep(
  { status, amount_due: due, payment_attempted: isAttempted, payment_is_processing: isProcessing, collection }: Facts,
  nowSeconds: number,
): string | null {
  if (due <= 0 || isProcessing) return null;
  // If no charge was attempted, 'We no longer try to collect it' is omitted, because the status text then still announces a charge.
  if (status === 'uncollectible') {
    const stopped = collection?.restricted_at != null && nowSeconds >= collection.restricted_at;
    return `${isAttempted ? 'We no longer try to collect it. ' : ''}It can still be paid.${stopped ? ' Services stay restricted until it is.' : ''}`;
  }
  if ((status !== 'open' && status !== 'issued') || !collection) return null;
  const { due_at: dueAt, next_charge_at: chargeAt, plan = [], grace_period_end: graceEnd, restricted_at: restrictedAt } = collection;
  const isPaidByMember = collection.paid_by === 'invoice' || collection.on_request;
  const sentences: string[] = [];
  if (isPaidByMember)
    sentences.push(`Pay it by bank transfer or with Pay Now${dueAt === null || nowSeconds >= dueAt ? '' : ` until ${formatDate(dueAt)}`}.`);
  if (chargeAt !== null && chargeAt > nowSeconds) {
    const [first, ...later] = plan;
    sentences.push(`We will charge your ${first?.card ? cardName(first.card) : 'card'} on ${formatDate(chargeAt)}.`);
    if (later.length > 0) sentences.push(`If that fails, we try again on ${later.map(({ at }) => formatDate(at)).join(' and ')}.`);
  }
  if (dueAt === null) return sentences.join(' ') || null;
  const stop = restrictedAt === null ? '' : `services stop on ${formatDate(restrictedAt)}`;
  if (nowSeconds < dueAt) {
    if (!isPaidByMember) sentences.push(`It is due on ${formatDate(dueAt)}.`);
    if (graceEnd !== null && stop) sentences.push(`If it stays unpaid, a grace period follows until ${formatDate(graceEnd)}; ${stop}.`);
  } else if (restrictedAt !== null && nowSeconds >= restrictedAt) {
    sentences.push(`It has been overdue since ${formatDate(dueAt)}. Services stay restricted until it is paid.`);
  } else if (graceEnd !== null && nowSeconds < graceEnd) {
    sentences.push(`It has been overdue since ${formatDate(dueAt)}. The grace period ends on ${formatDate(graceEnd)}; ${stop}.`);
  } else {
    sentences.push(`It has been overdue since ${formatDate(dueAt)}, and the grace period is over. If it stays unpaid, ${stop}.`);
  }
  return sentences.join(' ');
}
