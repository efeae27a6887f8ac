import type { Login } from '#server/store/logins.ts';

export const callbackPath = '/auth/oidc/callback';
/** Path of the redirect URI for staff. The provider must have registered it in addition to the one for members. */
export const staffCallbackPath = '/staff/approvals/callback';

export const backChannelPath = '/auth/oidc/back-channel-logout';

export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly next: string;
}

export interface SignedIn extends Login {
  /** Email address that the provider has verified; null without one. */
  readonly verifiedEmail: string | null;
  /** Email address, verified or not. */
  readonly email: string | null;
  /** Session ID of the provider, which a back-channel logout may name. */
  readonly session: string | null;
  /** Sent to the provider at sign-out, so that the provider ends this session without a prompt. */
  readonly idToken: string | null;
  readonly groups: readonly string[];
  /** Time of the person's sign-in at the provider; null if unknown. */
  readonly signedInAtSeconds: number | null;
}

/** Sessions that the provider has ended: a single one, or all of a subject. */
export interface ProviderLogout {
  readonly issuer: string;
  readonly subject: string | null;
  readonly session: string | null;
}

export interface TokenHolder extends Login {
  readonly issuedAt: Date;
  readonly missingScopes: readonly string[];
}

/** The provider is unreachable or its response is unreadable, so the caller cannot be identified. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** The provider or the person refused the sign-in, or the response does not match the request. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
}

/** A token is not valid yet or has expired, because the clocks of provider and platform differ. */
export class ClocksDiffer extends Error {
  override readonly name = 'ClocksDiffer';
}

export interface IdentityProvider {
  /** @param callback redirect URI @param maxAgeSeconds age of the sign-in at the provider; any if absent @throws {ProviderUnavailable} */
  readonly begin: (
    callback: string,
    next: string,
    maxAgeSeconds?: number,
  ) => Promise<{ readonly location: string; readonly attempt: SignInAttempt }>;
  /** @param returned redirect URI with its query @throws {SignInRefused | ProviderUnavailable | ClocksDiffer} */
  readonly finish: (returned: URL, attempt: SignInAttempt) => Promise<SignedIn>;
  /** Null if it is invalid or expired, or if none are accepted. @throws {ProviderUnavailable} if the provider's keys cannot be read */
  readonly readToken: (token: string) => Promise<TokenHolder | null>;
  /** URL that ends the session at the provider, then returns here; null if the provider has none or does not respond. */
  readonly endSession: (idToken: string | null, returnTo: string) => Promise<string | null>;
  /** Null if it is invalid. @throws {ProviderUnavailable} if the provider's keys cannot be read */
  readonly readLogout: (token: string) => Promise<ProviderLogout | null>;
}
