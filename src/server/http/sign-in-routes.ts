import { Hono } from 'hono';
import { z } from 'zod';
import { invalidRequest, notFound } from '#server/platform-error.ts';
import { findMemberByHandle } from '#server/store/sessions.ts';
import { readForm, readJson } from './body.ts';
import { credentialsOf, refuseCrossSite } from './credentials.ts';
import type { HttpContext, HttpEnvironment, WebContext } from './environment.ts';
import { localPath } from './local-path.ts';
import { providerRoutes } from './provider-routes.ts';
import { methodNotAllowed } from './respond.ts';
import { endSession, setSessionCookie, startSession, userAgentOf } from './session.ts';

const SandboxSignIn = z.strictObject({ member: z.string().min(1).max(100) });

/** Ends the browser's session and starts a new session, so that a session always belongs to one member. */
async function signIn(context: WebContext, request: Request, handle: string): Promise<string> {
  const member = await findMemberByHandle(context.db, handle);
  if (!member) throw invalidRequest([{ path: 'body.member', message: 'is not a member of the sandbox' }]);
  const { token } = credentialsOf(request, context.secure);
  if (token !== null) await endSession(context.db, token);
  return startSession(context.db, member.id, { userAgent: userAgentOf(request) });
}

/** In the embedded mode, a member signs in with a handle alone, without credentials. */
export function signInRoutes(context: WebContext): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  const { config, secure } = context;
  const sameSiteRequest = (c: HttpContext): Request => {
    refuseCrossSite(c.req.raw, config.publicOrigin);
    return c.req.raw;
  };

  if (context.provider) app.route('/', providerRoutes(context, context.provider));

  if (config.mode === 'embedded') {
    app.post('/auth/sandbox', async (c) => {
      const request = sameSiteRequest(c);
      const body = SandboxSignIn.safeParse(await readJson(c));
      if (!body.success) throw invalidRequest([{ path: 'body.member', message: 'must be the handle of a member, alone' }]);
      setSessionCookie(c, await signIn(context, request, body.data.member), secure);
      return c.body(null, 204);
    });
    app.post('/sign-in', async (c) => {
      const request = sameSiteRequest(c);
      const form = await readForm(c);
      const query = new URL(request.url).searchParams;
      setSessionCookie(c, await signIn(context, request, form.get('member') ?? query.get('member') ?? ''), secure);
      return c.redirect(localPath(form.get('next') ?? query.get('next')), 303);
    });
  } else {
    for (const path of ['/sign-in', '/auth/sandbox'])
      app.post(path, () => {
        throw notFound('Sign-in by name');
      });
  }

  app.all('/auth/sandbox', () => {
    throw methodNotAllowed(['POST']);
  });
  return app;
}
