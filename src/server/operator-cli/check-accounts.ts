import { randomUUID } from 'node:crypto';
import type { Config } from '#server/settings/config.ts';
import { originAt } from '#server/settings/server-origins.ts';
import { answerOf, findingOf, uncheckedOf, type Finding } from '#server/start/outside-parts.ts';
import { callbackPath, staffCallbackPath } from '#server/sign-in/identity-provider.ts';

const form = (body: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(body) });

const jsonOf = async (answer: Response | null): Promise<Record<string, unknown>> =>
  ((await answer?.json().catch(() => null)) ?? {}) as Record<string, unknown>;

/** Sends an invalid token to hCaptcha. An error about the token proves that the secret is valid. */
export async function checkCaptcha({ captcha }: Pick<Config, 'captcha'>): Promise<Finding> {
  if (!captcha) return findingOf('captcha', true, 'The sandbox captcha');
  const { secret, siteKey, address } = captcha;
  const answer = await answerOf(address ?? 'https://api.hcaptcha.com/siteverify', form({ secret, sitekey: siteKey, response: 'doctor' }));
  const errors = (await jsonOf(answer))['error-codes'];
  const codes: readonly unknown[] = Array.isArray(errors) ? errors : [];
  if (!answer?.ok || codes.length === 0)
    return findingOf('captcha', false, 'hCaptcha does not answer as it should; let this machine reach api.hcaptcha.com');
  if (codes.some((code) => String(code).includes('secret') && !String(code).includes('sitekey')))
    return findingOf('captcha', false, 'hCaptcha refuses HCAPTCHA_SECRET; set the secret of the account');
  if (codes.some((code) => String(code).includes('sitekey')))
    return findingOf('captcha', false, 'hCaptcha refuses HCAPTCHA_SITE_KEY; set a site key of the same account');
  if (!codes.some((code) => String(code).includes('response')))
    return findingOf('captcha', false, `hCaptcha answers ${codes.join(', ')}; check HCAPTCHA_SECRET and HCAPTCHA_SITE_KEY`);
  return findingOf('captcha', true, 'hCaptcha accepts the secret and refuses a wrong token');
}

/** Requests an authorization code without user interaction. @returns the fault; null if the provider accepts client and redirect URI */
async function redirectFault(authorization: string, clientId: string, redirect: string): Promise<string | null> {
  const request = new URL(authorization);
  const words = { client_id: clientId, redirect_uri: redirect, response_type: 'code', scope: 'openid email profile', prompt: 'none' };
  const proof = {
    state: randomUUID(),
    nonce: randomUUID(),
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries({ ...words, ...proof })) request.searchParams.set(name, value);
  const location = (await answerOf(request.href))?.headers.get('Location') ?? '';
  if (!location.startsWith(`${redirect}?`))
    return `The provider does not send browsers back to ${redirect}; check OIDC_CLIENT_ID and add that redirect address to its client`;
  const why = new URL(location).searchParams.get('error') ?? '';
  if (/^(login|interaction|consent|account_selection)_required$/.test(why)) return null;
  return `The provider refuses an authorization request of the client (${why || 'without a reason'}); check the client there`;
}

/** Requests an authorization code for each redirect URI, and a token for an invalid code. The errors show which settings are valid. */
export async function checkProviderClient({ oidc, publicOrigin }: Pick<Config, 'oidc' | 'publicOrigin'>): Promise<Finding[]> {
  if (!oidc || publicOrigin === null) return [];
  const failed = (text: string): Finding[] => [findingOf('client', false, text)];
  const { authorization_endpoint: authorization, token_endpoint: tokens } = await jsonOf(
    await answerOf(`${oidc.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`),
  );
  // Reports no fault here, because `lookAtProvider` reports an unusable discovery document.
  if (typeof authorization !== 'string' || typeof tokens !== 'string') return [];
  const redirect = publicOrigin + callbackPath;
  const redirects = [redirect, ...(oidc.staffGroup === null ? [] : [publicOrigin + staffCallbackPath])];
  for (const each of redirects) {
    const fault = await redirectFault(authorization, oidc.clientId, each);
    if (fault !== null) return failed(fault);
  }
  const grant = { grant_type: 'authorization_code', code: 'doctor', redirect_uri: redirect, client_id: oidc.clientId };
  const secret = oidc.clientSecret === null ? {} : { client_secret: oidc.clientSecret };
  const verifier = { code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' };
  const { error } = await jsonOf(await answerOf(tokens, form({ ...grant, ...secret, ...verifier })));
  if (error !== 'invalid_grant')
    return failed(
      `The provider refuses the client (${String(error ?? 'no answer')}); set OIDC_CLIENT_SECRET to the secret of OIDC_CLIENT_ID`,
    );
  return [findingOf('client', true, `The provider accepts the client, its secret and the redirect address ${redirects.join(' and ')}`)];
}

/** Reads the metrics as Prometheus does. Tries the address of this process first, then the public address. */
export async function checkMetrics({ mode, metricsToken, publicOrigin, host, port }: Config): Promise<Finding> {
  if (metricsToken === null)
    return mode === 'embedded'
      ? findingOf('metrics', true, 'Open to this machine')
      : uncheckedOf('metrics', 'No metrics are served, because METRICS_TOKEN is not set');
  const origins = [originAt(host, port), ...(publicOrigin === null ? [] : [publicOrigin])];
  for (const origin of origins) {
    const answer = await answerOf(`${origin}/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } });
    if (answer?.status === 200 && (await answer.text()).includes('platform_'))
      return findingOf('metrics', true, `${origin}/metrics answers to METRICS_TOKEN`);
  }
  const text = `No metrics are served for METRICS_TOKEN at ${origins.join(' or ')}; give the platform and this command the same token, and set PORT to that of a running process`;
  return findingOf('metrics', false, text);
}
