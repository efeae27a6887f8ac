import { jwtVerify, type JWTPayload } from 'jose';
import type { OidcSettings } from '#server/settings/provider-settings.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { signatureAlgorithms, clockToleranceSeconds, nullIfRefused, type providerKeys } from './provider-keys.ts';

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** Types of the header that a logout token may have; older providers send none, or the general one. */
const types: ReadonlySet<string> = new Set(['logout+jwt', 'application/logout+jwt', 'jwt']);

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (claim: unknown): string | null => (typeof claim === 'string' && claim !== '' ? claim : null);

/** Rules of OpenID Connect Back-Channel Logout 1.0, section 2.6, beyond signature, issuer, audience and times. */
function isLogout({ events, nonce, sid, sub }: JWTPayload, type: string | undefined): boolean {
  const names = events as Record<string, unknown> | undefined;
  // With a nonce it could be an ID token in the place of a logout token.
  if (nonce !== undefined || (type !== undefined && !types.has(type.toLowerCase()))) return false;
  if (!isObject(names) || !isObject(names?.[logoutEvent])) return false;
  return textOf(sub) !== null || textOf(sid) !== null;
}

/** Reads the logout tokens that the provider posts when a person has signed out there. */
export function createLogoutReader(
  { issuer, clientId }: OidcSettings,
  keys: ReturnType<typeof providerKeys>,
): IdentityProvider['readLogout'] {
  return (token) =>
    nullIfRefused(async () => {
      const { payload, protectedHeader } = await jwtVerify(token, await keys(), {
        issuer,
        audience: clientId,
        algorithms: signatureAlgorithms,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['exp', 'iat', 'jti', 'events'],
      });
      if (!isLogout(payload, protectedHeader.typ)) return null;
      return { issuer, subject: textOf(payload.sub), session: textOf(payload['sid']) };
    });
}
