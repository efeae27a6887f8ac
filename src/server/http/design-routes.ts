import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono, type MiddlewareHandler } from 'hono';
import { invalidRequest, notFound } from '#server/platform-error.ts';
import { demoMembers } from '#server/seed/members.ts';
import { createCaller } from './caller.ts';
import { frameScript } from './design-frame-script.ts';
import { frameSessions } from './design-sessions.ts';
import type { HttpContext, HttpEnvironment, WebContext } from './environment.ts';
import { nonceOf, pageHeaders } from './headers.ts';
import { serverCall } from './in-process.ts';
import { requestFacts } from './request-facts.ts';
import { localPath } from './local-path.ts';
import { assetsIn } from './assets.ts';

const framePath = '/__design/frame';

const frameAddress = (member: string, to: string): string =>
  `${framePath}?member=${encodeURIComponent(member)}&to=${encodeURIComponent(to)}`;

const html = (text: string, status: number): Response =>
  new Response(text, { status, headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, no-store' } });

/** Serves the design gallery in the embedded mode. A frame's calls send a session token, so the visitor's cookie does not change. */
export function designRoutes(context: WebContext): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  if (context.config.mode !== 'embedded') return app;
  const sessionOf = frameSessions(context);
  const gallery = builtGallery();

  // The usual page policy, but pages of this origin may frame the page.
  const framed = pageHeaders(context.page.manifest ? 'sandbox' : 'development', "'self'");

  app.get(framePath, framed, (c) => answerFrame(context, sessionOf, c));
  app.get('/__design/assets/:name', gallery.assets, () => {
    throw notFound('File');
  });
  for (const [path, name] of [
    ['/__design', 'gallery'],
    ['/__design/board', 'board'],
  ] as const) {
    app.get(path, framed, async () => {
      const text = await gallery.document(name);
      if (text === null) throw notFound('Design page');
      return html(text, 200);
    });
  }
  return app;
}

async function answerFrame(context: WebContext, sessionOf: ReturnType<typeof frameSessions>, c: HttpContext): Promise<Response> {
  const handle = c.req.query('member') ?? '';
  if (!demoMembers.some((member) => member.handle === handle))
    throw invalidRequest([{ path: 'query.member', message: 'must be a member of the sandbox' }]);
  const to = localPath(c.req.query('to') ?? null);
  const nonce = nonceOf(c);
  const token = await sessionOf(handle);
  const caller = createCaller(context, { token, ambient: false });
  const answer = await context.page.render({
    url: new URL(to, c.req.url),
    nonce,
    cookies: {},
    signedIn: true,
    belongsTo: async (slug) => ((await caller.identify(slug))?.organization ?? null) !== null,
    call: serverCall(context, caller, requestFacts(context.config, c)),
    nowMs: context.clock.nowMs(),
    mode: context.config.mode,
    analytics: 'silent',
    payments: null,
    sandboxMembers: demoMembers,
    signInAt: null,
    manifest: context.page.manifest,
  });
  if (answer.location !== undefined)
    return new Response(null, { status: 302, headers: { Location: frameAddress(handle, answer.location) } });
  const script = frameScript({ token, to, framePath, member: handle }, nonce);
  return html(
    answer.html.replace('<head>', () => `<head>${script}`),
    answer.status,
  );
}

interface BuiltGallery {
  /** Returns the HTML of a document; null if the gallery was not built, for example under the development server. */
  readonly document: (name: 'gallery' | 'board') => Promise<string | null>;
  readonly assets: MiddlewareHandler;
}

function builtGallery(folder = join(import.meta.dirname, '..', 'design')): BuiltGallery {
  return {
    document: async (name) => {
      try {
        return await readFile(join(folder, `${name}.html`), 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    assets: assetsIn(join(folder, 'assets')),
  };
}
