import type { SettingValues } from './settings-schema.ts';
import { isLoopback } from './transport-settings.ts';
import { StartError } from '#server/start/start-error.ts';

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Client secret; null for a public client, which uses only PKCE. */
  readonly clientSecret: string | null;
  /** Audience of accepted bearer tokens; null to accept none. */
  readonly audience: string | null;
  readonly scopes: readonly string[];
  /** True if the issuer verifies every email address. An address without `email_verified` in the ID token then counts as verified. */
  readonly trustsEmail: boolean;
  /** The provider lists the groups of a member in the claim `groups`. Members of this group may approve requests. If null, nobody may. */
  readonly staffGroup: string | null;
}

/** Returns the settings; null if all are absent. @throws {StartError} for an incomplete set, or an issuer without https */
export function readProvider(values: SettingValues): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_AUDIENCE: audience } = values;
  if (
    !issuer &&
    !clientId &&
    !clientSecret &&
    !audience &&
    values.OIDC_SCOPE === undefined &&
    !values.OIDC_TRUST_EMAIL &&
    !values.OIDC_STAFF_GROUP
  )
    return null;
  if (!issuer || !clientId) throw new StartError('OIDC_ISSUER and OIDC_CLIENT_ID must be given together.');
  const { protocol, hostname } = new URL(issuer);
  if (protocol !== 'https:' && (values.MODE === 'production' || !isLoopback(hostname)))
    throw new StartError('OIDC_ISSUER must be an https address; only the embedded mode takes http, from this machine.');
  // If the audience equaled the client ID, the API would accept ID tokens as API tokens.
  if (audience === clientId) throw new StartError('OIDC_AUDIENCE must differ from OIDC_CLIENT_ID.');
  if (values.OIDC_SCOPE !== undefined && !audience)
    throw new StartError('OIDC_SCOPE needs OIDC_AUDIENCE: without it no bearer token is accepted.');
  const scopes = values.OIDC_SCOPE?.split(' ') ?? [];
  const staffGroup = values.OIDC_STAFF_GROUP ?? null;
  return {
    issuer,
    clientId,
    clientSecret: clientSecret ?? null,
    audience: audience ?? null,
    scopes,
    trustsEmail: values.OIDC_TRUST_EMAIL,
    staffGroup,
  };
}
