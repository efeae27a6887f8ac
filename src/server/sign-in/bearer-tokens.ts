import { jwtVerify, type JWTPayload } from 'jose';
import type { OidcSettings } from '#server/settings/provider-settings.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { signatureAlgorithms, clockToleranceSeconds, nullIfRefused, type providerKeys } from './provider-keys.ts';

/** Accepts only tokens that the provider has issued for this platform and signed. */
export function createTokenReader(
  { issuer, audience, scopes }: OidcSettings,
  keys: ReturnType<typeof providerKeys>,
): IdentityProvider['readToken'] {
  if (audience === null) return () => Promise.resolve(null);
  return (token) =>
    nullIfRefused(async () => {
      const { payload } = await jwtVerify(token, await keys(), {
        issuer,
        audience,
        algorithms: signatureAlgorithms,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['sub', 'exp', 'iat'],
      });
      const { sub = '', iat = 0 } = payload;
      if (sub === '') return null;
      const held = scopesOf(payload);
      return { issuer, subject: sub, issuedAt: new Date(iat * 1000), missingScopes: scopes.filter((scope) => !held.has(scope)) };
    });
}

/** The standard claim is the string `scope`; some providers send `scp` as a string or list. */
function scopesOf({ scope, scp }: JWTPayload): ReadonlySet<string> {
  const words = (claim: unknown): string[] =>
    typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim.filter((word) => typeof word === 'string') : [];
  return new Set([...words(scope), ...words(scp)]);
}
