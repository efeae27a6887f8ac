import type { Login } from '#server/store/logins.ts';

/** Redirect URI path of the provider. */
export const callbackPath = '/auth/oidc/callback';
/** Redirect URI for staff, which must be registered at the provider in addition to the one for members. */
export const staffCallbackPath = '/staff/approvals/callback';

/** Path for the provider's back-channel logout. */
export const backChannelPath = '/auth/oidc/back-channel-logout';

/** Values that the browser stores during a sign-in at the provider. */
export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Path to open after the sign-in. */
  readonly next: string;
}

export interface SignedIn extends Login {
  /** Email address if the provider has verified it, or null. */
  readonly verifiedEmail: string | null;
  /** Email address, verified or not. */
  readonly email: string | null;
  /** The provider's session ID, for a later back-channel logout. */
  readonly session: string | null;
  /** Sent to the provider at sign-out, so that it ends the right session without a prompt. */
  readonly idToken: string | null;
  /** Groups in the claim `groups`. */
  readonly groups: readonly string[];
  /** When the person signed in at the provider; null if unknown. */
  readonly signedInAtSeconds: number | null;
}

/** Sessions that the provider has ended: one of its sessions, or all of a subject. */
export interface ProviderLogout {
  readonly issuer: string;
  readonly subject: string | null;
  readonly session: string | null;
}

export interface TokenHolder extends Login {
  /** When the token was issued. */
  readonly issuedAt: Date;
  /** Required scopes that the token lacks. */
  readonly missingScopes: readonly string[];
}

/** The provider is unreachable or its response is unreadable, so the caller's identity is unknown. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** The sign-in was refused by the provider or the person, or the response does not match the request. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
}

/** A token is not valid yet or has expired, because the clocks of provider and platform differ. */
export class ClocksDiffer extends Error {
  override readonly name = 'ClocksDiffer';
}

/** An OpenID provider, which authenticates members. */
export interface IdentityProvider {
  /**
   * Starts a sign-in.
   * @param callback redirect URI
   * @param maxAgeSeconds longest age of the provider's own sign-in; any if absent
   * @returns the URL for the browser, and the values that it must store
   * @throws {ProviderUnavailable}
   */
  readonly begin: (
    callback: string,
    next: string,
    maxAgeSeconds?: number,
  ) => Promise<{ readonly location: string; readonly attempt: SignInAttempt }>;
  /**
   * Exchanges the authorization code.
   * @param returned redirect URI with its query
   * @throws {SignInRefused | ProviderUnavailable | ClocksDiffer}
   */
  readonly finish: (returned: URL, attempt: SignInAttempt) => Promise<SignedIn>;
  /**
   * Reads a bearer token.
   * @returns null if it is invalid or expired, or if bearer tokens are not accepted
   * @throws {ProviderUnavailable} if the provider's keys cannot be read
   */
  readonly readToken: (token: string) => Promise<TokenHolder | null>;
  /**
   * Returns the URL that ends the browser's session at the provider and then returns here.
   * @returns null if the provider has none or does not respond
   */
  readonly endSession: (idToken: string | null, returnTo: string) => Promise<string | null>;
  /**
   * Reads a logout token.
   * @returns null if it is invalid
   * @throws {ProviderUnavailable} if the provider's keys cannot be read
   */
  readonly readLogout: (token: string) => Promise<ProviderLogout | null>;
}
