import { Hono } from 'hono';
import { invalid, notFound } from './platform-error.ts';
import { fleetMembers } from '#server/seed/members.ts';
import { createCaller } from './caller.ts';
import { newNonce, pagePolicy } from './csp.ts';
import { builtGallery } from './design-files.ts';
import { frameScript } from './design-frame-script.ts';
import { frameSessions } from './design-sessions.ts';
import type { HttpContext, HttpEnvironment, WebContext } from './environment.ts';
import { serverCall } from './in-process.ts';
import { localPath } from './local-path.ts';

const framePath = '/__design/frame';

const frameAddress = (member: string, to: string): string =>
  `${framePath}?member=${encodeURIComponent(member)}&to=${encodeURIComponent(to)}`;

/** As for any page, but a page of this origin may hold it in a frame. */
const framedPolicy = (context: WebContext, nonce: string): string =>
  pagePolicy(context.page.manifest ? 'sandbox' : 'development', nonce).replace("frame-ancestors 'none'", "frame-ancestors 'self'");

const html = (text: string, status: number, policy: string): Response =>
  new Response(text, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, no-store', 'Content-Security-Policy': policy },
  });

/**
 * The design page: its own documents where they are built, and pages of the product in frames, each as a member of its
 * own. A frame carries its session in its document and sends it with its calls, so the visitor's cookie is neither
 * read nor changed. Anyone who reaches the embedded mode may sign in as any member anyway; production has none of this.
 */
export function designRoutes(context: WebContext): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  if (context.config.mode !== 'embedded') return app;
  const sessionOf = frameSessions(context);
  const gallery = builtGallery();

  app.get(framePath, (c) => answerFrame(context, sessionOf, c));
  app.get('/__design/assets/:name', async (c) => {
    const answer = await gallery.assets(c.req.param('name'), c.req.header('Accept-Encoding') ?? '');
    if (!answer) throw notFound('File');
    return answer;
  });
  for (const [path, name] of [
    ['/__design', 'gallery'],
    ['/__design/board', 'board'],
  ] as const) {
    app.get(path, async () => {
      const text = await gallery.document(name);
      if (text === null) throw notFound('Design page');
      return html(text, 200, framedPolicy(context, newNonce()));
    });
  }
  return app;
}

async function answerFrame(context: WebContext, sessionOf: ReturnType<typeof frameSessions>, c: HttpContext): Promise<Response> {
  const handle = c.req.query('member') ?? '';
  if (!fleetMembers.some((member) => member.handle === handle))
    throw invalid([{ path: 'query.member', message: 'must be a member of the sandbox' }]);
  const to = localPath(c.req.query('to') ?? null);
  const nonce = newNonce();
  const token = await sessionOf(handle);
  const caller = createCaller(context, { token, ambient: false });
  const answer = await context.page.render({
    url: new URL(to, c.req.url),
    nonce,
    cookies: {},
    signedIn: true,
    belongsTo: async (slug) => ((await caller.identify(slug))?.organization ?? null) !== null,
    call: serverCall(context, caller, c.get('requestId')),
    nowMs: context.clock.nowMs(),
    mode: context.config.mode,
    analytics: 'silent',
    payments: null,
    sandboxMembers: fleetMembers,
    signInAt: null,
    manifest: context.page.manifest,
  });
  if (answer.location !== undefined)
    return new Response(null, { status: 302, headers: { Location: frameAddress(handle, answer.location) } });
  const script = frameScript({ token, to, framePath, member: handle }, nonce);
  return html(
    answer.html.replace('<head>', () => `<head>${script}`),
    answer.status,
    framedPolicy(context, nonce),
  );
}
