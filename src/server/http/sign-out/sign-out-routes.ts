import { Hono } from 'hono';
import { originFor } from '#server/settings/server-origins.ts';
import { UnreadableSecret } from '#server/database/secret-box.ts';
import { signOutEverywhere } from '#server/store/logins.ts';
import { deleteSession, liveSessions, sessionIdOf } from '#server/store/sessions.ts';
import { readForm } from '#server/http/body.ts';
import { createCaller } from '#server/http/caller.ts';
import { credentialsOf, refuseCrossSite } from '#server/http/credentials.ts';
import type { HttpContext, HttpEnvironment, WebContext } from '#server/http/environment.ts';
import { leaveProviderPage } from '#server/http/error-page.ts';
import { methodNotAllowed } from '#server/http/respond.ts';
import { endSession, endSessionCookie, idTokenOwner } from '#server/http/session.ts';
import { endStaffSignIn } from '#server/http/staff/staff-sign-in.ts';
import { addBackChannel } from './back-channel.ts';

const signInPath = '/sign-in';
const sessionsPath = '/sessions';

export function signOutRoutes(context: WebContext): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  const { config, secure, db, log } = context;
  const sameSiteRequest = (c: HttpContext): Request => {
    refuseCrossSite(c.req.raw, config.publicOrigin);
    return c.req.raw;
  };

  app.post('/sign-out', async (c) => {
    const { token } = credentialsOf(sameSiteRequest(c), secure);
    const ended = token === null ? null : await endSession(db, token);
    return signedOut(context, c, ended);
  });

  app.post('/sign-out/everywhere', async (c) => {
    const credentials = credentialsOf(sameSiteRequest(c), secure);
    const identity = await createCaller(context, credentials).identify();
    const ended = credentials.token === null ? null : await endSession(db, credentials.token);
    if (identity) {
      await signOutEverywhere(db, identity.member.id, new Date());
      log.info(
        { event: 'signed_out_everywhere', member: identity.member.id, requestId: c.get('requestId') },
        'a member ended every session',
      );
    }
    return signedOut(context, c, identity && ended);
  });

  app.post('/sessions/end', async (c) => {
    const request = sameSiteRequest(c);
    const credentials = credentialsOf(request, secure);
    const identity = await createCaller(context, credentials).identify();
    if (!identity) return c.redirect(`${signInPath}?next=${encodeURIComponent(sessionsPath)}`, 303);
    const id = (await readForm(c)).get('session') ?? '';
    const sessions = await liveSessions(db, identity.member.id, new Date());
    const found = sessions.find(({ tokenHash }) => sessionIdOf(tokenHash) === id);
    const ended = found ? await deleteSession(db, found.tokenHash) : null;
    if (ended && id === identity.sessionId) return signedOut(context, c, ended);
    return c.redirect(`${sessionsPath}?ended=${ended ? 'yes' : 'no'}`, 303);
  });

  for (const path of ['/sign-out', '/sign-out/everywhere', '/sessions/end'])
    app.all(path, () => {
      throw methodNotAllowed(['POST']);
    });
  if (context.provider) addBackChannel(app, context, context.provider);
  return app;
}

/** Also ends the browser's staff session, and the session at the provider if the provider supports it. */
async function signedOut(
  { config, db, provider, secure, secrets, log }: WebContext,
  c: HttpContext,
  session: Awaited<ReturnType<typeof endSession>>,
): Promise<Response> {
  endSessionCookie(c, secure);
  c.header('Clear-Site-Data', '"cache"');
  const open = (): string | null => {
    if (!session?.idToken) return null;
    try {
      return secrets.open(session.idToken, idTokenOwner(session.tokenHash));
    } catch (error) {
      // If no current key decrypts the ID token, it is omitted, and the provider asks the person for confirmation.
      if (!(error instanceof UnreadableSecret)) throw error;
      log.warn({ event: 'id_token_sealed', requestId: c.get('requestId') }, 'no key opens the ID token of a session');
      return null;
    }
  };
  const wasStaff = await endStaffSignIn(c, { db, secure });
  const isFromProvider = wasStaff || (session !== null && session.issuer !== null);
  const location = isFromProvider && provider ? await provider.endSession(open(), originFor(config, c.req.url) + signInPath) : null;
  return location === null ? c.redirect(signInPath, 303) : leaveProviderPage(c, location);
}
