import type { Clock } from '#server/clock.ts';
import type { Log } from '#server/log.ts';
import type { Database } from '#server/database/database.ts';
import { endMailHold, mailHold } from '#server/store/mail-hold.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { truthOf, type NoticeTruth } from '#server/store/notice-truth.ts';
import { endDelivery, noteBounce, takeDeliveries, type DeliveryEnd, type TakenDelivery } from '#server/store/notices.ts';
import { composeMail } from './compose-mail.ts';
import { sendDigest } from './send-digest.ts';
import type { MailResult, MailTransport } from './transport.ts';

/** What sending notices needs. */
export interface NoticeContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Null where no mail can be sent: deliveries wait. */
  readonly transport: MailTransport | null;
  /** Origin under which browsers reach the pages. */
  readonly origin: () => string;
  readonly processId: string;
  /** True while this database may be a copy, whose mails would be sent twice. */
  readonly isPaused: () => boolean;
}

const holdMs = 5 * 60_000;
const batch = 50;
const mostInDigests = 100_000;
const firstPauseMs = 5000;
const longestPauseMs = 15 * 60_000;
/** A mail server may put an address off for so long. */
const patienceMs = 5 * 24 * 60 * 60_000;

const laterBy = (from: Date, ms: number): Date => new Date(from.getTime() + ms);

/** Waits longer after each attempt. */
const pauseAfter = (attempts: number): number => Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts - 1, 12));

/**
 * Sends what is due. Safe to run in several processes at once: each delivery is leased to one.
 * @param now real time
 * @returns how many deliveries were taken up
 */
export async function sendNotices(context: NoticeContext, now: Date = new Date()): Promise<number> {
  const { db, clock, transport, processId } = context;
  if (transport === null || context.isPaused()) return 0;
  const hold = await mailHold(db, clock.nowSeconds());
  if (hold === 'on_the_way') return 0;
  const isDigest = hold === 'arrived';
  const limit = isDigest ? mostInDigests : batch;
  let done = 0;
  for (;;) {
    const taken = await takeDeliveries(db, { now, until: laterBy(now, holdMs), by: processId, limit });
    await inLanes(queuesOf(taken), transport.lanes, async (queue) => {
      if (isDigest && queue.length > 1) await sendDigest(context, transport, queue, now);
      else for (const delivery of queue) await sendOne(context, transport, delivery, now);
    });
    done += taken.length;
    if (taken.length < limit) break;
  }
  if (isDigest) await endMailHold(db);
  return done;
}

/** Deliveries by address, so that mails to one leave one after the other. */
function queuesOf(taken: readonly TakenDelivery[]): TakenDelivery[][] {
  const byAddress = new Map<string, TakenDelivery[]>();
  for (const delivery of taken) {
    const key = `${delivery.organizationId} ${delivery.address.toLowerCase()}`;
    const queue = byAddress.get(key) ?? [];
    queue.push(delivery);
    byAddress.set(key, queue);
  }
  return [...byAddress.values()];
}

/** Mails to some addresses don't wait for those to others. */
async function inLanes(waiting: TakenDelivery[][], lanes: number, send: (queue: TakenDelivery[]) => Promise<void>): Promise<void> {
  const lane = async (): Promise<void> => {
    for (let queue = waiting.shift(); queue; queue = waiting.shift()) await send(queue);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function sendOne(context: NoticeContext, transport: MailTransport, delivery: TakenDelivery, now: Date): Promise<void> {
  try {
    await underLock(context, transport, delivery.organizationId, (own) => attempt(own, transport, delivery, now));
  } catch (error) {
    await noteFailure(context, [delivery], now, error);
  }
}

/** Where sending is part of a transaction, nothing can come between what is looked at and what is sent. */
export async function underLock(
  context: NoticeContext,
  { isTransactional }: MailTransport,
  organizationId: number,
  work: (context: NoticeContext) => Promise<void>,
): Promise<void> {
  if (!isTransactional) return work(context);
  await context.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    await work({ ...context, db: tx });
  });
}

export async function noteFailure(
  { db, log }: NoticeContext,
  deliveries: readonly TakenDelivery[],
  now: Date,
  error: unknown,
): Promise<void> {
  for (const delivery of deliveries) {
    log.error({ err: error, event: 'notice_failed', delivery: delivery.id, kind: delivery.kind }, 'a notice could not be sent');
    await endDelivery(db, delivery, putOff(delivery, now, 'failed'));
  }
}

const putOff = ({ attempts }: TakenDelivery, now: Date, lastError: string): DeliveryEnd => ({
  state: 'queued',
  runAfter: laterBy(now, pauseAfter(attempts)),
  lastError,
});

/** How things stand for a delivery; null where it is withdrawn, which is noted. */
export async function lookAgain(db: Database, delivery: TakenDelivery): Promise<NoticeTruth | null> {
  const truth = delivery.isRecipient ? await truthOf(db, delivery) : null;
  if (truth?.holds) return truth;
  await endDelivery(db, delivery, { state: 'withdrawn', lastError: truth === null ? 'no_recipient' : 'no_longer_true' });
  return null;
}

export async function attempt(context: NoticeContext, transport: MailTransport, delivery: TakenDelivery, now: Date): Promise<void> {
  const { db, clock } = context;
  const truth = await lookAgain(db, delivery);
  if (truth === null) return;
  const sentAt = new Date(clock.nowMs());
  const result = await transport.send(await composeMail(context, delivery, truth, sentAt), db);
  await noteResult(context, delivery, result, { now, sentAt });
}

export async function noteResult(
  context: NoticeContext,
  delivery: TakenDelivery,
  result: MailResult,
  { now, sentAt }: { now: Date; sentAt: Date },
): Promise<void> {
  const { db } = context;
  const end = endOf(result, delivery, now, sentAt);
  if (!(await endDelivery(db, delivery, end))) return;
  if (end.state === 'sent' || end.state === 'bounced')
    await noteBounce(db, delivery.organizationId, delivery.address, end.state === 'bounced' ? sentAt : null);
  if (end.state !== 'sent') noteTrouble(context, delivery, end);
}

/** What an answer of the mail server means. An outage of the server is no fault of the address, however long it lasts. */
function endOf(result: MailResult, delivery: TakenDelivery, now: Date, sentAt: Date): DeliveryEnd {
  if (result.ok) return { state: 'sent', sentAt };
  if (result.why === 'bounced' || result.why === 'refused') return { state: result.why, lastError: result.code };
  const isOver = result.why === 'later' && now.getTime() - delivery.firstTriedAt.getTime() > patienceMs;
  return isOver ? { state: 'bounced', lastError: result.code } : putOff(delivery, now, result.code);
}

function noteTrouble({ log }: NoticeContext, { id, kind, organizationId }: TakenDelivery, { state, ...end }: DeliveryEnd): void {
  const code = 'lastError' in end ? end.lastError : null;
  log.warn({ event: 'notice_not_sent', delivery: id, kind, organization: organizationId, state, code }, 'a mail was not taken');
}
