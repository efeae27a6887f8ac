import { Hono } from 'hono';
import { z } from 'zod';
import { invalid, notFound } from './platform-error.ts';
import { signOutEverywhere } from '#server/store/logins.ts';
import { findMemberByHandle } from '#server/store/sessions.ts';
import { readForm, readJson } from './body.ts';
import { createCaller } from './caller.ts';
import { credentialsOf, refuseCrossSite } from './credentials.ts';
import type { HttpContext, HttpEnvironment, WebContext } from './environment.ts';
import { localPath } from './local-path.ts';
import { providerRoutes } from './provider-routes.ts';
import { methodNotAllowed } from './respond.ts';
import { endedCookie, endSession, sessionCookie, startSession } from './session.ts';

const SandboxSignIn = z.strictObject({ member: z.string().min(1).max(100) });

/** Ends what the browser had, then begins anew: a session is never carried over to another member. */
async function signIn(context: WebContext, request: Request, handle: string): Promise<string> {
  const member = await findMemberByHandle(context.db, handle);
  if (!member) throw invalid([{ path: 'body.member', message: 'is not a member of the sandbox' }]);
  const { token } = credentialsOf(request, context.secure);
  if (token !== null) await endSession(context.db, token);
  return startSession(context.db, member.id);
}

const seeOther = (location: string, cookie: string): Response =>
  new Response(null, { status: 303, headers: { Location: location, 'Set-Cookie': cookie } });

/** Signing in and out. The sandbox's way, by naming a member, exists in the embedded mode only. */
export function signInRoutes(context: WebContext): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  const { config, secure } = context;
  const own = (c: HttpContext): Request => {
    refuseCrossSite(c.req.raw, config.publicOrigin);
    return c.req.raw;
  };

  if (context.provider) app.route('/', providerRoutes(context, context.provider));

  if (config.mode === 'embedded') {
    app.post('/auth/sandbox', async (c) => {
      const request = own(c);
      const body = SandboxSignIn.safeParse(await readJson(request));
      if (!body.success) throw invalid([{ path: 'body.member', message: 'must be the handle of a member, alone' }]);
      const token = await signIn(context, request, body.data.member);
      return new Response(null, { status: 204, headers: { 'Set-Cookie': sessionCookie(token, secure) } });
    });
    app.post('/sign-in', async (c) => {
      const request = own(c);
      const form = await readForm(request);
      const query = new URL(request.url).searchParams;
      const token = await signIn(context, request, form.get('member') ?? query.get('member') ?? '');
      return seeOther(localPath(form.get('next') ?? query.get('next')), sessionCookie(token, secure));
    });
  } else {
    for (const path of ['/sign-in', '/auth/sandbox'])
      app.post(path, () => {
        throw notFound('Sign-in by name');
      });
  }

  app.post('/sign-out', async (c) => {
    const { token } = credentialsOf(own(c), secure);
    if (token !== null) await endSession(context.db, token);
    return seeOther('/sign-in', endedCookie(secure));
  });

  app.post('/sign-out/everywhere', async (c) => {
    const identity = await createCaller(context, credentialsOf(own(c), secure)).identify();
    if (identity) {
      await signOutEverywhere(context.db, identity.member.id, new Date());
      context.log.info(
        { event: 'signed_out_everywhere', member: identity.member.id, requestId: c.get('requestId') },
        'a member ended every session',
      );
    }
    return seeOther('/sign-in', endedCookie(secure));
  });

  for (const path of ['/auth/sandbox', '/sign-out', '/sign-out/everywhere']) {
    app.all(path, () => {
      throw methodNotAllowed(['POST']);
    });
  }
  return app;
}
