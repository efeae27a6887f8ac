import { originOf, type Config } from '#server/config.ts';
import { createNoticeWorker, type NoticeWorker } from './notice-worker.ts';
import { createPostbox } from './postbox.ts';
import type { NoticeContext } from './notice-context.ts';
import type { MailTransport } from './transport.ts';

/** The way that the settings name; the postbox where the embedded mode names none. */
async function openTransport({ mode, mail }: Config): Promise<MailTransport | null> {
  if (mail) return (await import('./smtp.ts')).createSmtp(mail);
  return mode === 'embedded' ? createPostbox() : null;
}

/** Opens the way that mails leave by, and the worker over it. */
export async function openNotices(config: Config, parts: Omit<NoticeContext, 'transport' | 'origin' | 'attached' | 'seen'>): Promise<NoticeWorker> {
  return createNoticeWorker({ ...parts, attached: new Map(), seen: null, transport: await openTransport(config), origin: () => originOf(config) });
}
