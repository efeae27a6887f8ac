import { hash, randomBytes } from 'node:crypto';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { auditRefusal } from '#server/admin/platform-audit.ts';
import { canonicalOwner } from '#server/domain/staff/people.ts';
import { instantOf } from '#server/database/database.ts';
import { PlatformError } from '#server/platform-error.ts';
import { originFor } from '#server/settings/server-origins.ts';
import {
  ClocksDiffer,
  ProviderUnavailable,
  SignInRefused,
  staffCallbackPath,
  type IdentityProvider,
  type SignedIn,
} from '#server/sign-in/identity-provider.ts';
import { deleteStaffSession, findStaffSession, insertStaffSession } from '#server/store/staff/staff-sessions.ts';
import type { HttpContext, WebContext } from '#server/http/environment.ts';
import { cookieOptions } from '#server/http/session.ts';
import { Attempt } from '#server/http/sign-in-attempt.ts';

export const approvalsPath = '/staff/approvals';

/** Maximum age of a staff sign-in in seconds. */
const freshSeconds = 600;

const attemptCookie = (secure: boolean): string => (secure ? '__Host-staff-sign-in' : 'staff-sign-in');
const sessionCookie = (secure: boolean): string => (secure ? '__Host-staff' : 'staff');

const hashToken = (token: string): string => hash('sha256', token, 'base64url');

/** Returns the email address of the signed-in staff member; null if there is no recent sign-in. */
export async function staffOf(c: HttpContext, { db, secure }: WebContext): Promise<string | null> {
  const token = getCookie(c, sessionCookie(secure));
  const session = token === undefined ? null : await findStaffSession(db, hashToken(token), new Date());
  return session?.email ?? null;
}

export async function endStaffSignIn(c: HttpContext, { db, secure }: Pick<WebContext, 'db' | 'secure'>): Promise<boolean> {
  const token = getCookie(c, sessionCookie(secure));
  if (token === undefined) return false;
  deleteCookie(c, sessionCookie(secure), cookieOptions(secure));
  return deleteStaffSession(db, hashToken(token));
}

const unavailable = (cause: unknown): PlatformError =>
  new PlatformError('identity_provider_unavailable', 'The identity provider does not answer. Try again in a moment.', { cause });

/** Redirects to the provider. The provider asks for credentials if the person's sign-in there is older than 10 minutes. */
export async function beginStaffSignIn(c: HttpContext, { config, secure }: WebContext, provider: IdentityProvider): Promise<Response> {
  const callback = originFor(config, c.req.url) + staffCallbackPath;
  const { location, attempt } = await provider.begin(callback, approvalsPath, freshSeconds).catch((error: unknown) => {
    throw error instanceof ProviderUnavailable ? unavailable(error) : error;
  });
  const text = Buffer.from(JSON.stringify(attempt)).toString('base64url');
  setCookie(c, attemptCookie(secure), text, { ...cookieOptions(secure), maxAge: freshSeconds });
  return c.redirect(location, 303);
}

function attemptOf(c: HttpContext, secure: boolean) {
  const text = Buffer.from(getCookie(c, attemptCookie(secure)) ?? '', 'base64url').toString();
  deleteCookie(c, attemptCookie(secure), cookieOptions(secure));
  try {
    return Attempt.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export const notInGroup = 'You are not in the group of staff who approve requests';

function refusalOf({ verifiedEmail, groups, signedInAtSeconds }: SignedIn, staffGroup: string | null, nowSeconds: number): string | null {
  if (staffGroup === null) return 'OIDC_STAFF_GROUP is not set, so no one can approve requests here';
  if (!groups.includes(staffGroup)) return notInGroup;
  if (verifiedEmail === null) return 'The provider did not verify your email address';
  if (signedInAtSeconds === null) return 'The provider does not say when you signed in (auth_time)';
  return signedInAtSeconds < nowSeconds - freshSeconds ? 'Your sign-in at the provider is older than 10 minutes' : null;
}

/** Completes a staff sign-in. Group members get a session of 10 minutes; refused persons are recorded in the audit log. */
export async function finishStaffSignIn(c: HttpContext, context: WebContext, provider: IdentityProvider): Promise<Response> {
  const { config, db, clock, secure } = context;
  const attempt = attemptOf(c, secure);
  if (!attempt) return c.redirect(approvalsPath, 303);
  const url = new URL(c.req.url);
  const returned = new URL(url.pathname + url.search, originFor(config, c.req.url));
  const signedIn = await provider.finish(returned, attempt).catch((error: unknown) => {
    if (error instanceof ProviderUnavailable) throw unavailable(error);
    if (error instanceof SignInRefused || error instanceof ClocksDiffer)
      throw new PlatformError('forbidden', 'The sign-in at the provider did not go through', { cause: error });
    throw error;
  });
  const nowSeconds = Math.floor(Date.now() / 1000);
  const reason = refusalOf(signedIn, config.oidc?.staffGroup ?? null, nowSeconds);
  if (reason !== null) {
    const refusal = new PlatformError('forbidden', reason);
    const actor = `staff:${canonicalOwner(signedIn.email ?? signedIn.subject)}`;
    const call = { actor, act: 'staffSignIn', subject: approvalsPath, requestId: c.get('requestId'), nowSeconds: clock.nowSeconds() };
    await auditRefusal(db, call, refusal);
    throw refusal;
  }
  const { issuer, subject, verifiedEmail, session: providerSession, signedInAtSeconds } = signedIn;
  const token = randomBytes(32).toString('base64url');
  const signedInAt = instantOf(signedInAtSeconds ?? nowSeconds);
  const expiresAt = new Date(signedInAt.getTime() + freshSeconds * 1000);
  const email = verifiedEmail ?? '';
  await insertStaffSession(db, { tokenHash: hashToken(token), issuer, subject, email, providerSession, signedInAt, expiresAt });
  setCookie(c, sessionCookie(secure), token, { ...cookieOptions(secure), maxAge: freshSeconds });
  return c.redirect(approvalsPath, 303);
}
