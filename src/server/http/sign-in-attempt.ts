import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import { refusedAddressCookie } from '#lib/sign-in-problems.ts';
import type { SignInAttempt } from '#server/sign-in/identity-provider.ts';
import type { HttpContext } from './environment.ts';
import { cookieOptions } from './session.ts';

const lifeSeconds = 600;

const nameOf = (secure: boolean): string => (secure ? '__Host-sign-in' : 'sign-in');

export const Attempt = z.strictObject({
  state: z.string().min(1),
  nonce: z.string().min(1),
  verifier: z.string().min(43),
  next: z.string(),
});

/**
 * The attempt is in an HttpOnly cookie, so that no other browser can finish it. It is not in a database table, because strangers could fill
 * the table with attempts.
 */
export const keepAttempt = (c: HttpContext, attempt: SignInAttempt, secure: boolean): void =>
  setCookie(c, nameOf(secure), Buffer.from(JSON.stringify(attempt)).toString('base64url'), {
    ...cookieOptions(secure),
    maxAge: lifeSeconds,
  });

export const endAttempt = (c: HttpContext, secure: boolean): void => void deleteCookie(c, nameOf(secure), cookieOptions(secure));

export function attemptOf(c: HttpContext, secure: boolean): SignInAttempt | null {
  try {
    const text = Buffer.from(getCookie(c, nameOf(secure)) ?? '', 'base64url').toString();
    return Attempt.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const refusedAddressSeconds = 120;

/** Stores a refused address in a cookie for the sign-in page, so that no URL and no log contains the address. */
export const keepRefusedAddress = (c: HttpContext, email: string, secure: boolean): void =>
  setCookie(c, refusedAddressCookie, email, { ...cookieOptions(secure), maxAge: refusedAddressSeconds });
