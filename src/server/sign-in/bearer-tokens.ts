import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import type { OidcSettings } from '#server/settings/config.ts';
import { ProviderUnavailable, type IdentityProvider } from './identity-provider.ts';

/** Signatures with a key pair only: a shared secret, or none, proves nothing about the provider. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
const clockToleranceSeconds = 5;
const timeoutMs = 5000;

/** A token that is made for us, by the provider, signed with one of its keys, and not over. Its keys are read again when an unknown one appears. */
export function createTokenReader(
  { issuer, audience, scopes }: OidcSettings,
  keysAddress: () => Promise<string | undefined>,
): IdentityProvider['readToken'] {
  if (audience === null) return () => Promise.resolve(null);
  let keys: ReturnType<typeof createRemoteJWKSet> | null = null;
  const keySet = async (): Promise<ReturnType<typeof createRemoteJWKSet>> => {
    if (keys) return keys;
    const address = await keysAddress();
    if (address === undefined) throw new ProviderUnavailable('The identity provider names no keys');
    keys = createRemoteJWKSet(new URL(address), { timeoutDuration: timeoutMs });
    return keys;
  };

  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, await keySet(), {
        issuer,
        audience,
        algorithms,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['sub', 'exp', 'iat'],
      });
      const { sub = '', iat = 0 } = payload;
      if (sub === '') return null;
      const held = scopesOf(payload);
      return { issuer, subject: sub, issuedAt: new Date(iat * 1000), missingScopes: scopes.filter((scope) => !held.has(scope)) };
    } catch (error) {
      if (isRefusal(error)) return null;
      throw error instanceof ProviderUnavailable ? error : new ProviderUnavailable('The provider’s keys can’t be read', { cause: error });
    }
  };
}

/** The standard's claim is one text; some providers send `scp`, as a text or as a list. */
function scopesOf({ scope, scp }: JWTPayload): ReadonlySet<string> {
  const words = (claim: unknown): string[] =>
    typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim.filter((word) => typeof word === 'string') : [];
  return new Set([...words(scope), ...words(scp)]);
}

/** What is wrong lies in the token, not in how its keys are had. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof errors.JWTClaimValidationFailed ||
    error instanceof errors.JWTExpired ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys
  );
}
