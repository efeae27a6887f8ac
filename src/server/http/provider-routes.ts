import { Hono } from 'hono';
import { originFor } from '#server/settings/server-origins.ts';
import {
  callbackPath,
  ClocksDiffer,
  ProviderUnavailable,
  SignInRefused,
  type IdentityProvider,
  type SignedIn,
} from '#server/sign-in/identity-provider.ts';
import type { SecretBox } from '#server/database/secret-box.ts';
import { memberOfLogin } from '#server/store/logins.ts';
import { signInProblems, type SignInProblem } from '#lib/sign-in-problems.ts';
import { credentialsOf } from './credentials.ts';
import type { HttpContext, HttpEnvironment, WebContext } from './environment.ts';
import { localPath } from './local-path.ts';
import { attemptOf, endAttempt, keepAttempt, keepRefusedAddress } from './sign-in-attempt.ts';
import { endSession, setSessionCookie, startSession, userAgentOf, type SessionFacts } from './session.ts';

export const providerPath = '/auth/oidc';

const backToSignIn = (c: HttpContext, problem: SignInProblem, next: string): Response =>
  c.redirect(`/sign-in?${new URLSearchParams({ problem, next })}`, 303);

const factsOf = (request: Request, { issuer, subject, session, idToken }: SignedIn, secrets: SecretBox): SessionFacts => ({
  userAgent: userAgentOf(request),
  issuer,
  subject,
  providerSession: session,
  sealIdToken: (owner) => (idToken === null ? null : secrets.seal(idToken, owner)),
});

/** Routes for sign-in with the identity provider: redirect and callback. An existing session is unchanged until the callback succeeds. */
export function providerRoutes(context: WebContext, provider: IdentityProvider): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  const { config, secure, log, db, secrets } = context;
  const originOf = (request: Request): string => originFor(config, request.url);

  app.get(providerPath, async (c) => {
    const next = localPath(c.req.query('next') ?? null);
    try {
      const { location, attempt } = await provider.begin(originOf(c.req.raw) + callbackPath, next);
      keepAttempt(c, attempt, secure);
      return c.redirect(location, 303);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      log.error({ err: error, requestId: c.get('requestId') }, 'the identity provider does not answer');
      return backToSignIn(c, signInProblems.unavailable, next);
    }
  });

  app.get(callbackPath, async (c) => {
    const request = c.req.raw;
    const attempt = attemptOf(c, secure);
    endAttempt(c, secure);
    if (!attempt) return backToSignIn(c, signInProblems.expired, '/');
    const next = localPath(attempt.next);
    try {
      const url = new URL(request.url);
      const person = await provider.finish(new URL(url.pathname + url.search, originOf(request)), attempt);
      const { issuer, subject, email, verifiedEmail } = person;
      const memberId = await memberOfLogin(db, { issuer, subject }, verifiedEmail, new Date());
      if (memberId === null) {
        const why =
          email === verifiedEmail
            ? 'no member is known by this login'
            : 'the provider did not confirm the address by email_verified; see OIDC_TRUST_EMAIL';
        log.warn({ event: 'sign_in_refused', issuer, subject, requestId: c.get('requestId') }, why);
        if (email !== null) keepRefusedAddress(c, email, secure);
        return backToSignIn(c, email === verifiedEmail ? signInProblems.unknown : signInProblems.unverified, next);
      }
      const { token } = credentialsOf(request, secure);
      if (token !== null) await endSession(db, token);
      log.info({ event: 'signed_in', member: memberId, requestId: c.get('requestId') }, 'a member signed in');
      setSessionCookie(c, await startSession(db, memberId, factsOf(request, person, secrets)), secure);
      return c.redirect(next, 303);
    } catch (error) {
      if (error instanceof ClocksDiffer) {
        log.error({ event: 'sign_in_refused', err: error, requestId: c.get('requestId') }, error.message);
        return backToSignIn(c, signInProblems.clock, next);
      }
      if (!(error instanceof SignInRefused || error instanceof ProviderUnavailable)) throw error;
      log.warn({ event: 'sign_in_refused', err: error, requestId: c.get('requestId') }, 'a sign-in failed');
      return backToSignIn(c, error instanceof SignInRefused ? signInProblems.refused : signInProblems.unavailable, next);
    }
  });
  return app;
}
