import { endMailHold, mailHold } from '#server/store/mail-hold.ts';
import { takeDeliveries, type TakenDelivery } from '#server/store/notices.ts';
import { attempt, noteFailure, underLock } from './attempt.ts';
import type { NoticeContext } from './notice-context.ts';
import { sendDigest } from './send-digest.ts';
import type { MailTransport } from './transport.ts';

const holdMs = 5 * 60_000;
const batch = 50;
const mostInDigests = 100_000;

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
    const taken = await takeDeliveries(db, { now, until: new Date(now.getTime() + holdMs), by: processId, limit });
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
