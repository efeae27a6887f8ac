import { originOf, type Config } from '#server/config.ts';
import { actingAsPlatform } from '#server/database/acting.ts';
import type { Job } from '#server/jobs/job.ts';
import type { NoticeContext } from './notice-context.ts';
import { createPostbox } from './postbox.ts';
import { sendNotices } from './send-notices.ts';
import type { MailTransport } from './transport.ts';

/** What was written down a moment ago leaves in good time, also where another process wrote it. */
const pollMs = 1500;

export interface NoticeWorker {
  /** Looks for mails at once; many calls while it is at it are one more. */
  readonly wake: () => void;
  /** Resolves when nothing is due any more. */
  readonly idle: () => Promise<void>;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
  /** Sends what is due at a real time. @returns how many deliveries were taken up */
  readonly send: (now: Date) => Promise<number>;
  /** Sends what each instant has brought, at that instant. */
  readonly job: Job;
}

function createNoticeWorker(context: NoticeContext): NoticeWorker {
  const state: { asked: boolean; stopped: boolean; running: Promise<void> | null } = { asked: false, stopped: false, running: null };
  let timer: NodeJS.Timeout | null = null;

  const round = async (): Promise<void> => {
    while (state.asked && !state.stopped) {
      state.asked = false;
      await sendNotices(context).catch((error: unknown) => context.log.error({ err: error }, 'the mails could not be sent'));
    }
  };
  const wake = (): void => {
    state.asked = true;
    if (state.stopped || state.running) return;
    state.running = actingAsPlatform(round).finally(() => {
      state.running = null;
      if (state.asked) wake();
    });
  };
  return {
    wake,
    idle: async () => {
      wake();
      while (state.running) await state.running;
    },
    start: () => {
      timer ??= setInterval(wake, pollMs);
      timer.unref();
    },
    stop: async () => {
      state.stopped = true;
      if (timer) clearInterval(timer);
      await state.running;
      context.transport?.close();
    },
    send: (now) => sendNotices(context, now),
    job: { name: 'send-notices', nextDue: () => Promise.resolve(null), run: () => sendNotices(context) },
  };
}

/** The way that the settings name; the postbox where the embedded mode names none. */
async function openTransport({ mode, mail }: Config): Promise<MailTransport | null> {
  if (mail) return (await import('./smtp.ts')).createSmtp(mail);
  return mode === 'embedded' ? createPostbox() : null;
}

/** Opens the way that mails leave by, and the worker over it. */
export async function openNotices(
  config: Config,
  parts: Omit<NoticeContext, 'transport' | 'origin' | 'attached' | 'seen'>,
  given?: MailTransport,
): Promise<NoticeWorker> {
  return createNoticeWorker({
    ...parts,
    attached: new Map(),
    seen: null,
    transport: given ?? (await openTransport(config)),
    origin: () => originOf(config),
  });
}
