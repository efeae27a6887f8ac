import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import { refusedAddressCookie } from '#lib/sign-in-problems.ts';
import type { SignInAttempt } from '#server/sign-in/identity-provider.ts';
import type { HttpContext } from './environment.ts';
import { cookieOptions } from './session.ts';

const lifeSeconds = 600;

/** As the session's: on https other hosts of the site can't set it. */
const nameOf = (secure: boolean): string => (secure ? '__Host-sign-in' : 'sign-in');

export const Attempt = z.strictObject({
  state: z.string().min(1),
  nonce: z.string().min(1),
  verifier: z.string().min(43),
  next: z.string(),
});

/**
 * An attempt lives in the browser that makes it, out of scripts' reach, and nowhere else: so strangers can't fill a table, and an
 * answer of the provider is good only where it was asked for. Its parts are worth nothing without a code, which is good once.
 */
export const keepAttempt = (c: HttpContext, attempt: SignInAttempt, secure: boolean): void =>
  setCookie(c, nameOf(secure), Buffer.from(JSON.stringify(attempt)).toString('base64url'), {
    ...cookieOptions(secure),
    maxAge: lifeSeconds,
  });

export const endAttempt = (c: HttpContext, secure: boolean): void => void deleteCookie(c, nameOf(secure), cookieOptions(secure));

/** The attempt of the browser that asks, or null. */
export function attemptOf(c: HttpContext, secure: boolean): SignInAttempt | null {
  try {
    const text = Buffer.from(getCookie(c, nameOf(secure)) ?? '', 'base64url').toString();
    return Attempt.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const refusedAddressSeconds = 120;

/** Lets the sign-in page name the address that was refused. It stands in no address bar and no log. */
export const keepRefusedAddress = (c: HttpContext, email: string, secure: boolean): void =>
  setCookie(c, refusedAddressCookie, email, { ...cookieOptions(secure), maxAge: refusedAddressSeconds });
