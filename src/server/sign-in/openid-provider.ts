import * as client from 'openid-client';
import type { OidcSettings } from '#server/settings/provider-settings.ts';
import { createTokenReader } from './bearer-tokens.ts';
import { createLogoutReader } from './logout-tokens.ts';
import { providerKeys } from './provider-keys.ts';
import { ClocksDiffer, ProviderUnavailable, SignInRefused, type IdentityProvider, type SignedIn } from './identity-provider.ts';

const timeoutSeconds = 10;
const scope = 'openid email profile';

/** The library verifies all tokens. Metadata is read at first use, because the provider may be down at the start. */
export function createOpenIdProvider(settings: OidcSettings): IdentityProvider {
  const { issuer, clientId, clientSecret, trustsEmail } = settings;
  const discover = async (): Promise<client.Configuration> => {
    const configuration = await client.discovery(
      new URL(issuer),
      clientId,
      undefined,
      clientSecret === null ? client.None() : client.ClientSecretPost(clientSecret),
      {
        timeout: timeoutSeconds,
        // Allows any http issuer here. The settings already refuse an http issuer in production or on another machine.
        execute: [client.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : [])],
      },
    );
    return configuration;
  };
  const metadata = rememberedOnceKnown(discover);
  const keys = providerKeys(async () => (await metadata()).serverMetadata().jwks_uri);
  const readToken = createTokenReader(settings, keys);
  const readLogout = createLogoutReader(settings, keys);

  return {
    begin: async (callback, next, maxAgeSeconds) => {
      const configuration = await metadata();
      const attempt = { state: client.randomState(), nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier(), next };
      const location = client.buildAuthorizationUrl(configuration, {
        redirect_uri: callback,
        scope,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        ...(maxAgeSeconds === undefined ? {} : { max_age: String(maxAgeSeconds) }),
      });
      return { location: location.href, attempt };
    },
    finish: async (returned, { state, nonce, verifier }) => {
      const configuration = await metadata();
      try {
        const tokens = await client.authorizationCodeGrant(configuration, returned, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const person = signedIn(tokens.claims(), Math.floor(Date.now() / 1000), trustsEmail);
        return { ...person, idToken: tokens.id_token ?? null };
      } catch (error) {
        if (error instanceof ClocksDiffer) throw error;
        if (isNetworkFault(error)) throw new ProviderUnavailable('The identity provider does not answer', { cause: error });
        if (isClockFault(error)) throw new ClocksDiffer(clockAdvice, { cause: error });
        throw new SignInRefused('The sign-in did not go through', { cause: error });
      }
    },
    readToken,
    readLogout,
    endSession: async (idToken, returnTo) => endSessionAddress(await metadata().catch(() => null), idToken, returnTo),
  };
}

function endSessionAddress(configuration: client.Configuration | null, idToken: string | null, returnTo: string): string | null {
  if (configuration?.serverMetadata().end_session_endpoint === undefined) return null;
  const hint = idToken === null ? {} : { id_token_hint: idToken };
  return client.buildEndSessionUrl(configuration, { ...hint, post_logout_redirect_uri: returnTo }).href;
}

/** Maximum number of seconds by which the provider's clock may be ahead. */
const skewSeconds = 300;

function signedIn(claims: client.IDToken | undefined, nowSeconds: number, trustsEmail: boolean): Omit<SignedIn, 'idToken'> {
  if (!claims) throw new SignInRefused('The provider sent no ID token');
  const { iss, sub, iat, sid, email, email_verified: verified, groups = [], auth_time: signedInAt } = claims;
  if (iat > nowSeconds + skewSeconds) throw new ClocksDiffer(clockAdvice);
  // Accepts the claim `email_verified` as a boolean or string. If it is absent, OIDC_TRUST_EMAIL decides whether the address is verified.
  const isVerified = verified === undefined || verified === null ? trustsEmail : String(verified).toLowerCase() === 'true';
  const named = typeof email === 'string' && email !== '' ? email : null;
  const session = typeof sid === 'string' && sid !== '' ? sid : null;
  return {
    issuer: iss,
    subject: sub,
    email: named,
    verifiedEmail: isVerified ? named : null,
    groups: (Array.isArray(groups) ? groups : [groups]).filter((group) => typeof group === 'string'),
    session,
    signedInAtSeconds: typeof signedInAt === 'number' ? signedInAt : null,
  };
}

const clockAdvice = 'The clocks of this machine and of the identity provider differ: synchronize both with a time server';

/** Whether the times of an ID token are wrong. The library checks times last, so all other checks have passed. */
const isClockFault = (error: unknown): boolean =>
  error instanceof Error && ((error as { code?: unknown }).code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' || isClockFault(error.cause));

/** Whether the provider timed out, was unreachable or responded with 5xx. Nested causes of the error are checked too. */
function isNetworkFault(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null;
  if (typeof status === 'number') return status >= 500;
  if (!(error instanceof Error)) return false;
  if (error.name === 'TimeoutError' || (error instanceof TypeError && error.message === 'fetch failed')) return true;
  return isNetworkFault(error.cause);
}

/** Returns a function that calls `ask` until it succeeds, and then returns the cached result. Concurrent callers share one call. */
function rememberedOnceKnown<T>(ask: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | null = null;
  return () => {
    known ??= ask().catch((cause: unknown) => {
      known = null;
      throw new ProviderUnavailable('The identity provider does not answer', { cause });
    });
    return known;
  };
}
