import type { Login } from '#server/store/logins.ts';

export const callbackPath = '/auth/oidc/callback';
/** Path of the redirect URI for staff. It must be registered at the provider in addition to the redirect URI for members. */
export const staffCallbackPath = '/staff/approvals/callback';

export const backChannelPath = '/auth/oidc/back-channel-logout';

export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly next: string;
}

export interface SignedIn extends Login {
  /** Email address that the provider has verified; null if there is no verified address. */
  readonly verifiedEmail: string | null;
  /** Email address, which may be unverified; null if the provider sent no address. */
  readonly email: string | null;
  /** A back-channel logout can name this session ID. */
  readonly session: string | null;
  /** ID token, sent to the provider at sign-out, so that the provider ends the session without a question. */
  readonly idToken: string | null;
  readonly groups: readonly string[];
  /** Time when the person signed in at the provider, in Unix seconds; null if unknown. */
  readonly signedInAtSeconds: number | null;
}

/** Sessions that the provider has ended: one session, or all sessions of a subject. */
export interface ProviderLogout {
  readonly issuer: string;
  readonly subject: string | null;
  readonly session: string | null;
}

export interface TokenHolder extends Login {
  readonly issuedAt: Date;
  readonly missingScopes: readonly string[];
}

/** Thrown if the provider is unreachable or its response is unreadable. The caller can then not be identified. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** Thrown if the provider or the person refused the sign-in, or if the response does not match the request. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
}

/** Thrown if the clocks of provider and platform differ so much that a new token is not valid yet or has already expired. */
export class ClocksDiffer extends Error {
  override readonly name = 'ClocksDiffer';
}

export interface IdentityProvider {
  /**
   * @throws {ProviderUnavailable}
   * @param callback redirect URI
   * @param maxAgeSeconds maximum age of the person's sign-in at the provider
   */
  readonly begin: (
    callback: string,
    next: string,
    maxAgeSeconds?: number,
  ) => Promise<{ readonly location: string; readonly attempt: SignInAttempt }>;
  /** @param returned the redirect URI with its query @throws {SignInRefused | ProviderUnavailable | ClocksDiffer} */
  readonly finish: (returned: URL, attempt: SignInAttempt) => Promise<SignedIn>;
  /**
   * Returns null if the token is invalid, or if the platform accepts no bearer tokens.
   * @throws {ProviderUnavailable} if the provider's keys cannot be read
   */
  readonly readToken: (token: string) => Promise<TokenHolder | null>;
  /** Returns the URL that ends the session at the provider and then leads to `returnTo`; null if the provider has no such URL. */
  readonly endSession: (idToken: string | null, returnTo: string) => Promise<string | null>;
  /** Reads a logout token; null if it is invalid. @throws {ProviderUnavailable} if the provider's keys cannot be read */
  readonly readLogout: (token: string) => Promise<ProviderLogout | null>;
}
