import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';

export interface Person {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean | string;
}

/** Seeded attacks: wrong claims in the ID token, or a wrong or missing signature. */
export interface Wrongdoing {
  readonly claims?: JWTPayload;
  readonly signedBy?: 'a stranger' | 'nobody';
}

interface Grant {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string;
  readonly person: Person;
}

export interface OpenIdProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  person: Person;
  wrongdoing: Wrongdoing;
  /** If false, the provider answers every request with 503. */
  available: boolean;
  /** Creates a bearer token for an audience. `claims` override the default claims. */
  readonly token: (audience: string, sub: string, claims?: JWTPayload, signedBy?: Wrongdoing['signedBy']) => Promise<string>;
  /** Creates a logout token for this platform. `claims` and `header` override the defaults. */
  readonly logoutToken: (claims: JWTPayload, header?: { typ?: string }, signedBy?: Wrongdoing['signedBy']) => Promise<string>;
  readonly rotateKeys: () => Promise<void>;
  readonly refusals: string[];
  readonly stop: () => Promise<void>;
}

interface Key {
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

async function makeKey(): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const kid = randomBytes(6).toString('hex');
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const json = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Supports discovery, keys, and authorization codes with PKCE. It signs in the configured person without a form. */
export async function startOpenIdProvider({ endsSessions = false } = {}): Promise<OpenIdProvider> {
  const stranger = await makeKey();
  let key = await makeKey();
  const grants = new Map<string, Grant>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const sign = async (claims: JWTPayload, signedBy?: Wrongdoing['signedBy'], header: { typ?: string } = {}): Promise<string> => {
    if (signedBy === 'nobody') return `${base64({ alg: 'none' })}.${base64(claims)}.`;
    // A stranger's token contains the provider's key id, but its signature is by another key.
    const { privateKey } = signedBy === 'a stranger' ? stranger : key;
    return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: key.jwk.kid ?? '', ...header }).sign(privateKey);
  };
  const nowSeconds = (): number => Math.floor(Date.now() / 1000);

  const provider: OpenIdProvider = {
    issuer,
    clientId: 'billing',
    clientSecret: 'the-client-secret',
    person: { sub: 'nobody' },
    wrongdoing: {},
    available: true,
    refusals: [],
    token: (aud, sub, claims = {}, signedBy) =>
      sign({ iss: issuer, aud, sub, iat: nowSeconds(), exp: nowSeconds() + 300, ...claims }, signedBy),
    logoutToken: (claims, header = { typ: 'logout+jwt' }, signedBy) =>
      sign(
        {
          iss: issuer,
          aud: 'billing',
          iat: nowSeconds(),
          exp: nowSeconds() + 120,
          jti: randomBytes(6).toString('hex'),
          events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
          ...claims,
        },
        signedBy,
        header,
      ),
    rotateKeys: async () => {
      key = await makeKey();
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer);
    if (!provider.available) return json(response, 503, { error: 'temporarily_unavailable' });
    if (url.pathname === '/.well-known/openid-configuration') return json(response, 200, metadata);
    if (url.pathname === '/jwks') return json(response, 200, { keys: [key.jwk] });
    if (url.pathname === '/authorize') return authorize(url.searchParams, response);
    if (url.pathname === '/token') return exchange(request, response);
    return json(response, 404, {});
  }

  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    ...(endsSessions ? { end_session_endpoint: `${issuer}/logout` } : {}),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const back = new URL(query.get('redirect_uri') ?? '');
    back.searchParams.set('state', query.get('state') ?? '');
    back.searchParams.set('iss', issuer);
    if (provider.person.sub === 'nobody') back.searchParams.set('error', 'access_denied');
    else {
      const code = randomBytes(12).toString('hex');
      grants.set(code, {
        redirectUri: query.get('redirect_uri') ?? '',
        challenge: query.get('code_challenge_method') === 'S256' ? (query.get('code_challenge') ?? '') : '',
        nonce: query.get('nonce') ?? '',
        person: provider.person,
      });
      back.searchParams.set('code', code);
    }
    response.writeHead(302, { Location: back.href }).end();
  }

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await textOf(request));
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const refusal =
      form.get('client_id') !== provider.clientId || form.get('client_secret') !== provider.clientSecret
        ? 'invalid_client'
        : !grant
          ? 'unknown code'
          : grant.challenge !== proof
            ? 'wrong verifier'
            : grant.redirectUri !== form.get('redirect_uri')
              ? 'wrong redirect'
              : null;
    if (refusal !== null || !grant) {
      provider.refusals.push(refusal ?? '');
      return json(response, 400, { error: 'invalid_grant' });
    }
    const { claims, signedBy } = provider.wrongdoing;
    const right = { iss: issuer, aud: provider.clientId, iat: nowSeconds(), exp: nowSeconds() + 300, nonce: grant.nonce };
    const idToken = await sign({ ...right, ...grant.person, ...claims }, signedBy);
    return json(response, 200, { access_token: 'opaque', token_type: 'Bearer', id_token: idToken });
  }
  return provider;
}
