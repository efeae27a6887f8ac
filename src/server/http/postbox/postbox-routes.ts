import { Hono } from 'hono';
import { originOf } from '#server/settings/server-origins.ts';
import type { Context } from '#server/context.ts';
import { secondsOf } from '#server/database/database.ts';
import { exampleKinds, exampleEmail } from '#server/notices/examples.ts';
import { notFound } from '#server/platform-error.ts';
import {
  findAttachment,
  findMessage,
  listPostbox,
  postboxOrganizations,
  readPostbox,
  type PostboxMessage,
} from '#server/store/notices/postbox.ts';
import type { HttpContext, HttpEnvironment } from '#server/http/environment.ts';
import { emailBodyHeaders, emailExampleHeaders, nonceOf, postboxHeaders } from '#server/http/headers.ts';
import { examplesPage, messagePage, postboxPage } from './postbox-pages.ts';
import { jsonResponse } from '#server/http/respond.ts';

const path = '/sandbox/postbox';
const mostListed = 100;

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

const messageId = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/** The postbox of the embedded mode: sent emails, visible to anyone. */
export function postboxRoutes({ config, db }: Pick<Context, 'config' | 'db'>): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  if (config.mode !== 'embedded') return app;

  async function messageOf(c: HttpContext): Promise<PostboxMessage> {
    const id = messageId(c.req.param('id') ?? '');
    const message = id === null ? null : await findMessage(db, id);
    if (!message) throw notFound('Message');
    return message;
  }

  app.get(path, postboxHeaders, async (c) => {
    const organization = c.req.query('organization');
    const before = messageId(c.req.query('before') ?? '') ?? undefined;
    const [rows, organizations] = await Promise.all([
      listPostbox(db, { limit: mostListed, organization, before }),
      postboxOrganizations(db),
    ]);
    return c.html(await postboxPage({ path, rows, limit: mostListed, organizations, organization }, nonceOf(c)));
  });
  app.get(`${path}/messages`, async () => jsonResponse((await readPostbox(db)).map(messageView)));
  app.get(`${path}/examples`, postboxHeaders, async (c) => c.html(await examplesPage(path, exampleKinds, nonceOf(c))));
  app.get(`${path}/examples/:kind`, emailExampleHeaders, async (c) => {
    const kind = exampleKinds.find((each) => each === c.req.param('kind'));
    if (!kind) throw notFound('Kind');
    return c.html(exampleEmail(kind, originOf(config)).html);
  });
  app.get(`${path}/:id`, postboxHeaders, async (c) => c.html(await messagePage(path, await messageOf(c), nonceOf(c))));
  // The email body is shown in an iframe, whose links open in a new tab.
  app.get(`${path}/:id/body`, emailBodyHeaders, async (c) =>
    c.html((await messageOf(c)).html.replace('<head>', '<head><base target="_blank">')),
  );
  app.get(`${path}/:id/attachments/:name`, async (c) => {
    const { id } = await messageOf(c);
    const attachment = await findAttachment(db, id, c.req.param('name'));
    if (!attachment) throw notFound('Attachment');
    const { content, type } = attachment;
    return new Response(new Uint8Array(content), { headers: { 'Content-Type': type, 'Content-Disposition': 'inline' } });
  });
  return app;
}
