import type { Login } from '#server/store/logins.ts';

/** Path that the provider sends browsers back to. */
export const callbackPath = '/auth/oidc/callback';

/** Path at which the provider reports that a person has signed out there. */
export const backChannelPath = '/auth/oidc/back-channel-logout';

/** What a browser keeps between leaving for the provider and coming back. */
export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Path to go on to. */
  readonly next: string;
}

export interface SignedIn extends Login {
  /** The address that the provider vouches for, or null. */
  readonly verifiedEmail: string | null;
  /** The address that it names, whether it vouches for it or not. */
  readonly email: string | null;
  /** The provider's name of its session, for a logout that it reports later. */
  readonly session: string | null;
  /** Shown to the provider when the member signs out, so that it ends the right session without a question. */
  readonly idToken: string | null;
  /** Groups in the claim `groups`. */
  readonly groups: readonly string[];
  /** When the person signed in there; null if the provider does not say. */
  readonly signedInAtSeconds: number | null;
}

/** Whose sessions the provider has ended: one of its sessions, or all of a subject. */
export interface ProviderLogout {
  readonly issuer: string;
  readonly subject: string | null;
  readonly session: string | null;
}

export interface TokenHolder extends Login {
  /** When the token was made. */
  readonly issuedAt: Date;
  /** The scopes that the settings ask for and the token doesn't have. */
  readonly missingScopes: readonly string[];
}

/** The provider could not be asked, or what it says can't be read: nothing is known about who asks. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** A refused sign-in: by the provider, by the person, or because the answer does not match the request. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
}

/** What the provider said is not valid yet, or no longer: its clock and the clock of this machine differ. */
export class ClocksDiffer extends Error {
  override readonly name = 'ClocksDiffer';
}

/** Who members are, according to an OpenID provider. */
export interface IdentityProvider {
  /**
   * Where to send a browser, and what it has to bring back.
   * @param callback where the provider sends it then
   * @param maxAgeSeconds how old a sign-in there may be; any if absent
   * @throws {ProviderUnavailable}
   */
  readonly begin: (
    callback: string,
    next: string,
    maxAgeSeconds?: number,
  ) => Promise<{ readonly location: string; readonly attempt: SignInAttempt }>;
  /**
   * Exchanges what the browser came back with.
   * @param returned address that it came back to, with its query
   * @throws {SignInRefused | ProviderUnavailable | ClocksDiffer}
   */
  readonly finish: (returned: URL, attempt: SignInAttempt) => Promise<SignedIn>;
  /**
   * Reads a bearer token.
   * @returns null when it isn't one of ours, is over, or bearer tokens are not accepted
   * @throws {ProviderUnavailable} when the provider's keys can't be read
   */
  readonly readToken: (token: string) => Promise<TokenHolder | null>;
  /**
   * Address at which a browser ends its session of the provider, and that leads back.
   * @returns null if the provider has none, or does not answer
   */
  readonly endSession: (idToken: string | null, returnTo: string) => Promise<string | null>;
  /**
   * Reads a logout token.
   * @returns null if it is not a valid one of this provider for us
   * @throws {ProviderUnavailable} when the provider's keys can't be read
   */
  readonly readLogout: (token: string) => Promise<ProviderLogout | null>;
}
