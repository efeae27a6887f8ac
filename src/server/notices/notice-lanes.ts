import type { Config } from '#server/settings/config.ts';
import { originOf } from '#server/settings/server-origins.ts';
import type { LaneQueue } from '#server/background/lane-runner.ts';
import { clocksDifferMs } from '#server/store/background-jobs.ts';
import { lanesOfNotices, emailHold, endEmailHold } from '#server/store/notices/notices.ts';
import type { NoticeContext } from './notice-context.ts';
import { createPostbox } from './postbox.ts';
import { hasPlatformEmails, platformLane } from '#server/store/staff/platform-emails.ts';
import { sendPlatformEmails } from './platform-emails.ts';
import { sendNotices } from './send-notices.ts';
import type { EmailTransport } from './transport.ts';

/** Maximum milliseconds for which a process sends emails of one organization. The engine treats a lane as abandoned only much later. */
const turnMs = 10 * 60_000;

export interface Notices {
  /** Queue for the engine, with one lane per organization; null if there is no transport. */
  readonly queue: LaneQueue | null;
  /** Sends due deliveries without the engine. No other process may send at the same time. @returns the number of processed deliveries */
  readonly send: (now?: Date) => Promise<number>;
  readonly endHold: () => Promise<void>;
  readonly close: () => void;
}

async function openTransport({ mode, mail }: Config): Promise<EmailTransport | null> {
  if (mail) return (await import('./smtp.ts')).createSmtp(mail);
  return mode === 'embedded' ? createPostbox() : null;
}

export async function openNotices(
  config: Config,
  parts: Omit<NoticeContext, 'transport' | 'origin' | 'attached' | 'seen'>,
  openedTransport?: EmailTransport,
): Promise<Notices> {
  const transport = openedTransport ?? (await openTransport(config));
  const context: NoticeContext = { ...parts, attached: new Map(), seen: null, transport, origin: () => originOf(config) };
  const { db, clock, isPaused } = context;
  const isOpen = async (): Promise<boolean> => !isPaused() && (await emailHold(db, clock.nowSeconds())) !== 'on_the_way';
  const endHold = async (): Promise<void> => {
    if ((await emailHold(db, clock.nowSeconds())) === 'arrived') await endEmailHold(db);
  };
  const serve = (lane: string, now: Date, isOver = () => false) =>
    lane === platformLane ? sendPlatformEmails(context, now, isOver) : sendNotices(context, Number(lane), now, isOver);
  return {
    queue: transport && {
      queue: 'notices',
      atOnce: transport.lanes,
      isOpen,
      serve: async (lane, isStopping) => {
        const endsAt = Date.now() + turnMs;
        const isOver = (): boolean => isStopping() || Date.now() > endsAt;
        await serve(lane, new Date(Date.now() + clocksDifferMs), isOver);
        return isOver();
      },
    },
    send: async (now = new Date()) => {
      if (transport === null || !(await isOpen())) return 0;
      let done = 0;
      const platformLanes = (await hasPlatformEmails(db, now)) ? [platformLane] : [];
      for (const lane of [...platformLanes, ...(await lanesOfNotices(db, now))]) done += await serve(lane, now);
      await endHold();
      return done;
    },
    endHold,
    close: () => transport?.close(),
  };
}
