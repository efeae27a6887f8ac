import { emailKey } from '#contract/email-address.ts';
import { freeHolds, emailHold, takeDeliveries, type TakenDelivery } from '#server/store/notices/notices.ts';
import { attempt, recordSendFailure, underLock } from './attempt.ts';
import type { NoticeContext } from './notice-context.ts';
import { sendDigest } from './send-digest.ts';
import type { EmailTransport } from './transport.ts';

const holdMs = 5 * 60_000;
const batch = 50;
const mostInDigests = 100_000;

/**
 * Sends due notices of an organization. The caller must ensure that no other process sends notices of the organization.
 * @param now the real time
 * @param isOver returns true if no further deliveries may start
 */
export async function sendNotices(noticeContext: NoticeContext, organizationId: number, now: Date, isOver: () => boolean): Promise<number> {
  const { db, clock, transport } = noticeContext;
  if (transport === null) return 0;
  const context: NoticeContext = { ...noticeContext, attached: new Map() };
  const isDigest = (await emailHold(db, clock.nowSeconds())) === 'arrived';
  const limit = isDigest ? mostInDigests : batch;
  await freeHolds(db, organizationId);
  let done = 0;
  for (;;) {
    const deliveries = await takeDeliveries(db, { organizationId, now, until: new Date(now.getTime() + holdMs), limit });
    const groups = transport.isTransactional ? [deliveries] : byAddress(deliveries);
    await inLanes(groups, transport.lanes, (group) => sendGroup(context, transport, group, { now, isDigest }));
    context.attached.clear();
    done += deliveries.length;
    if (deliveries.length < limit || isOver()) return done;
  }
}

function byAddress(deliveries: readonly TakenDelivery[]): TakenDelivery[][] {
  const groups = new Map<string, TakenDelivery[]>();
  for (const delivery of deliveries) {
    const key = emailKey(delivery.address);
    const group = groups.get(key) ?? [];
    group.push(delivery);
    groups.set(key, group);
  }
  return [...groups.values()];
}

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

async function sendTo(
  context: NoticeContext,
  transport: EmailTransport,
  queue: readonly TakenDelivery[],
  { now, isDigest }: Sending,
): Promise<void> {
  // A digest cannot contain the link that confirms an address.
  const isJoined = ({ kind }: TakenDelivery): boolean => isDigest && kind !== 'confirm_address';
  const joined = queue.filter(isJoined);
  if (joined.length > 1) await sendDigest(context, transport, joined, now);
  for (const delivery of queue) if (joined.length < 2 || !isJoined(delivery)) await attempt(context, transport, delivery, now);
}

/** Sends a group in one transaction if the transport allows it. If the transaction fails, sends each delivery separately. */
async function sendGroup(
  context: NoticeContext,
  transport: EmailTransport,
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
