import { emailKey } from '#contract/email-address.ts';
import { freeHolds, mailHold, takeDeliveries, type TakenDelivery } from '#server/store/notices/notices.ts';
import { attempt, recordSendFailure, underLock } from './attempt.ts';
import type { NoticeContext } from './notice-context.ts';
import { sendDigest } from './send-digest.ts';
import type { MailTransport } from './transport.ts';

const holdMs = 5 * 60_000;
const batch = 50;
const mostInDigests = 100_000;

/**
 * Sends what is due to the recipients of one organization. The caller must be the only one that sends for it.
 * @param now real time
 * @param isOver true from when no more are to be taken up
 * @returns how many deliveries were taken up
 */
export async function sendNotices(noticeContext: NoticeContext, organizationId: number, now: Date, isOver: () => boolean): Promise<number> {
  const { db, clock, transport } = noticeContext;
  if (transport === null) return 0;
  const context: NoticeContext = { ...noticeContext, attached: new Map() };
  const isDigest = (await mailHold(db, clock.nowSeconds())) === 'arrived';
  const limit = isDigest ? mostInDigests : batch;
  await freeHolds(db, organizationId);
  let done = 0;
  for (;;) {
    const taken = await takeDeliveries(db, { organizationId, now, until: new Date(now.getTime() + holdMs), limit });
    const groups = transport.isTransactional ? [taken] : byAddress(taken);
    await inLanes(groups, transport.lanes, (group) => sendGroup(context, transport, group, { now, isDigest }));
    context.attached.clear();
    done += taken.length;
    if (taken.length < limit || isOver()) return done;
  }
}

/** Mails to one address leave one after the other. */
function byAddress(taken: readonly TakenDelivery[]): TakenDelivery[][] {
  const groups = new Map<string, TakenDelivery[]>();
  for (const delivery of taken) {
    const key = emailKey(delivery.address);
    const group = groups.get(key) ?? [];
    group.push(delivery);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Mails to some addresses don't wait for those to others. */
async function inLanes(waiting: TakenDelivery[][], lanes: number, send: (queue: TakenDelivery[]) => Promise<void>): Promise<void> {
  const lane = async (): Promise<void> => {
    for (let queue = waiting.shift(); queue; queue = waiting.shift()) await send(queue);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

interface Sending {
  readonly now: Date;
  readonly isDigest: boolean;
}

/** What goes to one address: one mail for all where the clock has made a long step, else one after the other. */
async function sendTo(
  context: NoticeContext,
  transport: MailTransport,
  queue: readonly TakenDelivery[],
  { now, isDigest }: Sending,
): Promise<void> {
  // A digest has no link that confirms an address.
  const isJoined = ({ kind }: TakenDelivery): boolean => isDigest && kind !== 'confirm_address';
  const joined = queue.filter(isJoined);
  if (joined.length > 1) await sendDigest(context, transport, joined, now);
  for (const delivery of queue) if (joined.length < 2 || !isJoined(delivery)) await attempt(context, transport, delivery, now);
}

/** All mails of an organization in one transaction, where that is possible; one that fails is tried apart from the others. */
async function sendGroup(
  context: NoticeContext,
  transport: MailTransport,
  group: readonly TakenDelivery[],
  sending: Sending,
): Promise<void> {
  const [first] = group;
  if (!first) return;
  const inOne = async (lockedContext: NoticeContext): Promise<void> => {
    for (const queue of byAddress(group)) await sendTo(lockedContext, transport, queue, sending);
  };
  if (transport.isTransactional) {
    const isDone = await underLock(context, transport, first.organizationId, inOne).then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
  const deliveryQueues = sending.isDigest ? byAddress(group) : group.map((delivery) => [delivery]);
  for (const queue of deliveryQueues)
    await underLock(context, transport, first.organizationId, (lockedContext) => sendTo(lockedContext, transport, queue, sending)).catch(
      (error: unknown) => recordSendFailure(context, queue, sending.now, error),
    );
}
