import { lockOrganization } from '#server/store/organization-lock.ts';
import type { NoticeTruth } from '#server/domain/notices.ts';
import { truthOf } from '#server/store/notices/notice-truth.ts';
import { isAlertedBefore } from '#server/store/notices/budget-alerts.ts';
import { endDelivery, isRecipientNow, recordBounce, type DeliveryEnd, type TakenDelivery } from '#server/store/notices/notices.ts';
import { withdrawFromFormerAddressee } from '#server/store/notices/withdraw-delivery.ts';
import type { EmailOutcome } from '#server/tracing/metrics.ts';
import { composeEmail } from './compose-email.ts';
import type { NoticeContext } from './notice-context.ts';
import type { EmailResult, EmailTransport } from './transport.ts';

const firstPauseMs = 5000;
const longestPauseMs = 15 * 60_000;
/** Time in milliseconds after which an address counts as bounced if all attempts have failed temporarily. */
const patienceMs = 5 * 24 * 60 * 60_000;

const laterBy = (from: Date, ms: number): Date => new Date(from.getTime() + ms);

const pauseAfter = (attempts: number): number => Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts - 1, 12));

/** Runs `work`. If the transport writes to the database, holds the organization lock, so that no fact changes between check and send. */
export async function underLock(
  context: NoticeContext,
  { isTransactional }: EmailTransport,
  organizationId: number,
  work: (context: NoticeContext) => Promise<void>,
): Promise<void> {
  if (!isTransactional) return work(context);
  await context.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    await work({ ...context, db: tx, seen: new Map() });
  });
}

export async function recordSendFailure(
  { db, log, count }: NoticeContext,
  deliveries: readonly TakenDelivery[],
  now: Date,
  error: unknown,
): Promise<void> {
  for (const delivery of deliveries) {
    log.error({ err: error, event: 'notice_failed', delivery: delivery.id, kind: delivery.kind }, 'a notice could not be sent');
    count('failed');
    await endDelivery(db, delivery, putOff(delivery, now, 'failed'));
  }
}

const putOff = ({ attempts }: Pick<TakenDelivery, 'attempts'>, now: Date, lastError: string): DeliveryEnd => ({
  state: 'queued',
  runAfter: laterBy(now, pauseAfter(attempts)),
  lastError,
});

/** Returns the current facts of a delivery. If the delivery is outdated or no longer needed, withdraws it and returns null. */
export async function lookAgain({ db, clock, seen, count }: NoticeContext, delivery: TakenDelivery): Promise<NoticeTruth | null> {
  const isRepeated = await isAlertedBefore(db, delivery);
  // Without `seen`, the organization lock is not held, so the recipient may have changed and is read again.
  const isRecipient = !isRepeated && delivery.isRecipient && (seen !== null || (await isRecipientNow(db, delivery)));
  const truth = isRecipient ? (seen?.get(delivery.noticeId) ?? (await truthOf(db, delivery, clock.nowSeconds()))) : null;
  if (truth) seen?.set(delivery.noticeId, truth);
  if (truth?.holds) return truth;
  count('withdrawn');
  if (!isRepeated && truth === null) await withdrawFromFormerAddressee(db, delivery);
  else await endDelivery(db, delivery, { state: 'withdrawn', lastError: isRepeated ? 'alerted_before' : 'no_longer_true' });
  return null;
}

export async function attempt(context: NoticeContext, transport: EmailTransport, delivery: TakenDelivery, now: Date): Promise<void> {
  const { db, clock } = context;
  const truth = await lookAgain(context, delivery);
  if (truth === null) return;
  const sentAt = new Date(clock.nowMs());
  const result = await transport.send(await composeEmail(context, delivery, truth, sentAt), db);
  await recordSendResult(context, transport, delivery, result, { now, sentAt });
}

export async function recordSendResult(
  context: NoticeContext,
  { isTransactional }: EmailTransport,
  delivery: TakenDelivery,
  result: EmailResult,
  { now, sentAt }: { now: Date; sentAt: Date },
): Promise<void> {
  const { db, count } = context;
  const end = endOf(result, delivery, now, sentAt);
  if (!(await endDelivery(db, delivery, end))) {
    // Another process has taken the delivery. This error rolls back the email that this process has written.
    if (isTransactional) throw new Error(`Delivery ${delivery.id} is not held any more`);
    return;
  }
  count(outcomeOf(result, end));
  if (!isTransactional && (end.state === 'sent' || end.state === 'bounced'))
    await recordBounce(db, delivery.organizationId, delivery.address, end.state === 'bounced' ? sentAt : null);
  if (end.state !== 'sent') logSendTrouble(context, delivery, end);
}

const outcomeOf = (result: EmailResult, { state }: DeliveryEnd): EmailOutcome => {
  if (result.ok) return 'sent';
  return state === 'bounced' ? state : result.why;
};

/** An outage of the mail server never counts as a bounce of the address. */
export function endOf(
  result: EmailResult,
  delivery: Pick<TakenDelivery, 'attempts' | 'firstTriedAt'>,
  now: Date,
  sentAt: Date,
): DeliveryEnd {
  if (result.ok) return { state: 'sent', sentAt };
  if (result.why === 'bounced' || result.why === 'refused') return { state: result.why, lastError: result.code };
  const isOver = result.why === 'later' && now.getTime() - delivery.firstTriedAt.getTime() > patienceMs;
  return isOver ? { state: 'bounced', lastError: result.code } : putOff(delivery, now, result.code);
}

function logSendTrouble({ log }: NoticeContext, { id, kind, organizationId }: TakenDelivery, { state, ...end }: DeliveryEnd): void {
  const code = 'lastError' in end ? end.lastError : null;
  log.warn({ event: 'notice_not_sent', delivery: id, kind, organization: organizationId, state, code }, 'an email was not accepted');
}
