import { jwtVerify, type JWTPayload } from 'jose';
import type { OidcSettings } from '#server/settings/provider-settings.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { signatureAlgorithms, clockToleranceSeconds, nullIfRefused, type providerKeys } from './provider-keys.ts';

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** Accepted `typ` headers of logout tokens. Older providers send no `typ`, or the general value `jwt`. */
const types: ReadonlySet<string> = new Set(['logout+jwt', 'application/logout+jwt', 'jwt']);

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (claim: unknown): string | null => (typeof claim === 'string' && claim !== '' ? claim : null);

/** Checks type, nonce, events and subject of a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6), not its signature. */
function isLogout({ events, nonce, sid, sub }: JWTPayload, type: string | undefined): boolean {
  const names = events as Record<string, unknown> | undefined;
  // A token with a nonce is an ID token, which is not valid as a logout token.
  if (nonce !== undefined || (type !== undefined && !types.has(type.toLowerCase()))) return false;
  if (!isObject(names) || !isObject(names?.[logoutEvent])) return false;
  return textOf(sub) !== null || textOf(sid) !== null;
}

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
