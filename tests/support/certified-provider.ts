import Provider from 'oidc-provider';
import { listenByTls, type OwnCertificate, type plainBrowser, type Seen, type TlsServer } from './own-tls.ts';

const unverifiedAddress = /@unverified\.example$/;

const client = { id: 'billing', secret: 'the-secret-of-the-client' };

export interface CertifiedProvider extends TlsServer {
  readonly environment: Readonly<Record<string, string>>;
  /** Called when the platform's address is known. */
  readonly open: () => void;
  readonly setAhead: (ms: number) => void;
}

/** Starts a certified OpenID provider with a sign-in form that accepts any email address. */
export async function startCertifiedProvider(certificate: OwnCertificate, platform: () => string): Promise<CertifiedProvider> {
  let answer: ReturnType<Provider['callback']> | null = null;
  let ahead = 0;
  const server = await listenByTls(certificate, (request, said) => {
    said.setHeader('Date', new Date(Date.now() + ahead).toUTCString());
    return answer?.(request, said);
  });
  const provider = () =>
    new Provider(server.origin, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          token_endpoint_auth_method: 'client_secret_post',
          redirect_uris: [`${platform()}/auth/oidc/callback`],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: true } },
      cookies: { keys: ['a-key-for-one-run'] },
      findAccount: (_: unknown, accountId: string) => ({
        accountId,
        claims: () => ({ sub: accountId, email: accountId, email_verified: !unverifiedAddress.test(accountId) }),
      }),
    });
  return {
    ...server,
    environment: { OIDC_ISSUER: server.origin, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret },
    open: () => {
      answer = provider().callback();
    },
    setAhead: (ms) => {
      ahead = ms;
    },
  };
}

export async function signInAtProvider(
  browse: ReturnType<typeof plainBrowser>,
  origin: string,
  address: string,
  organization: string,
): Promise<Seen> {
  let page = await browse(`${origin}/auth/oidc?next=/org/${organization}/billing`);
  for (const form of [{ prompt: 'login', login: address, password: 'any' }, { prompt: 'consent' }]) {
    const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1];
    if (action === undefined) break;
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    page = await browse(new URL(action, page.url).href, { method: 'POST', headers, body: new URLSearchParams(form).toString() });
  }
  return page;
}
