import { Hono } from 'hono';
import type { Context } from '#server/context.ts';
import { secondsOf } from '#server/database/database.ts';
import { readPostbox, type PostboxMessage } from '#server/store/postbox.ts';
import type { HttpEnvironment } from './environment.ts';
import { jsonResponse } from './respond.ts';

export const postboxPath = '/sandbox/postbox';

const messageView = ({ id, kind, organization, recipient, subject, text, html, attachments, sentAt }: PostboxMessage) => ({
  id: String(id),
  kind,
  organization,
  to: [recipient],
  subject,
  text,
  html,
  attachments,
  sent_at: secondsOf(sentAt),
});

/** The postbox of the embedded mode: what organizations were told, for anyone to see. */
export function postboxRoutes({ config, db }: Pick<Context, 'config' | 'db'>): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  if (config.mode !== 'embedded') return app;
  app.get(`${postboxPath}/messages`, async () => jsonResponse((await readPostbox(db)).map(messageView)));
  return app;
}
