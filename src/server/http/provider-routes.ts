import { Hono } from 'hono';
import { ProviderUnavailable, SignInRefused, type IdentityProvider } from '#server/sign-in/identity-provider.ts';
import { memberOfLogin } from '#server/store/logins.ts';
import { signInProblems, type SignInProblem } from '#lib/sign-in-problems.ts';
import { credentialsOf } from './credentials.ts';
import type { HttpEnvironment, WebContext } from './environment.ts';
import { localPath } from './local-path.ts';
import { attemptCookie, attemptOf, endedAttempt } from './sign-in-attempt.ts';
import { endSession, sessionCookie, startSession } from './session.ts';

export const providerPath = '/auth/oidc';
const callbackPath = `${providerPath}/callback`;

function seeOther(location: string, ...cookies: readonly string[]): Response {
  const headers = new Headers({ Location: location });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 303, headers });
}

const backToSignIn = (problem: SignInProblem, next: string, ...cookies: readonly string[]): Response =>
  seeOther(`/sign-in?${new URLSearchParams({ problem, next })}`, ...cookies);

/** Signing in at the identity provider. Both steps are plain navigations, which change nothing of anybody who is signed in until the second succeeds. */
export function providerRoutes(context: WebContext, provider: IdentityProvider): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  const { config, secure, log, db } = context;
  const originOf = (request: Request): string => config.publicOrigin ?? new URL(request.url).origin;

  app.get(providerPath, async (c) => {
    const next = localPath(c.req.query('next') ?? null);
    try {
      const { location, attempt } = await provider.begin(originOf(c.req.raw) + callbackPath, next);
      return seeOther(location, attemptCookie(attempt, secure));
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      log.error({ err: error, requestId: c.get('requestId') }, 'the identity provider does not answer');
      return backToSignIn(signInProblems.unavailable, next);
    }
  });

  app.get(callbackPath, async (c) => {
    const request = c.req.raw;
    const attempt = attemptOf(request, secure);
    const over = endedAttempt(secure);
    if (!attempt) return backToSignIn(signInProblems.expired, '/', over);
    const next = localPath(attempt.next);
    try {
      const url = new URL(request.url);
      const { issuer, subject, verifiedEmail } = await provider.finish(new URL(url.pathname + url.search, originOf(request)), attempt);
      const memberId = await memberOfLogin(db, { issuer, subject }, verifiedEmail, new Date());
      if (memberId === null) {
        log.warn({ event: 'sign_in_refused', issuer, subject, requestId: c.get('requestId') }, 'nobody is known by this login');
        return backToSignIn(signInProblems.unknown, next, over);
      }
      const { token } = credentialsOf(request, secure);
      if (token !== null) await endSession(db, token);
      log.info({ event: 'signed_in', member: memberId, requestId: c.get('requestId') }, 'a member signed in');
      return seeOther(next, over, sessionCookie(await startSession(db, memberId), secure));
    } catch (error) {
      if (!(error instanceof SignInRefused || error instanceof ProviderUnavailable)) throw error;
      log.warn({ event: 'sign_in_refused', err: error, requestId: c.get('requestId') }, 'a sign-in did not go through');
      return backToSignIn(error instanceof SignInRefused ? signInProblems.refused : signInProblems.unavailable, next, over);
    }
  });
  return app;
}
