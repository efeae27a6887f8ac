import { z } from 'zod';
import type { SignInAttempt } from '#server/sign-in/identity-provider.ts';
import { cookiesOf } from './credentials.ts';

const lifeSeconds = 600;

/** As the session's: on https other hosts of the site can't set it. */
const nameOf = (secure: boolean): string => (secure ? '__Host-sign-in' : 'sign-in');

const Attempt = z.strictObject({ state: z.string().min(1), nonce: z.string().min(1), verifier: z.string().min(43), next: z.string() });

const attributes = (secure: boolean): string => `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

/**
 * An attempt lives in the browser that makes it, out of scripts' reach, and nowhere else: so strangers can't fill a table, and an
 * answer of the provider is good only where it was asked for. Its parts are worth nothing without a code, which is good once.
 */
export const attemptCookie = (attempt: SignInAttempt, secure: boolean): string =>
  `${nameOf(secure)}=${Buffer.from(JSON.stringify(attempt)).toString('base64url')}; ${attributes(secure)}; Max-Age=${lifeSeconds}`;

export const endedAttempt = (secure: boolean): string => `${nameOf(secure)}=; ${attributes(secure)}; Max-Age=0`;

/** The attempt of the browser that asks, or null. */
export function attemptOf(request: Request, secure: boolean): SignInAttempt | null {
  try {
    const text = Buffer.from(cookiesOf(request)[nameOf(secure)] ?? '', 'base64url').toString();
    return Attempt.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
