import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createOpenIdProvider } from '#server/sign-in/openid-provider.ts';
import { createHCaptcha } from '#server/gateway/captcha.ts';
import { transportTo } from '#server/gateway/stripe/transport.ts';

// The platform must not follow redirects, because a redirect could send keys and tokens to an address that is not configured.

let server: Server | undefined;
afterEach(() => void server?.close());

/** Redirects each request to the same address. @returns the server's origin and the requested paths */
async function startRedirecting(): Promise<{ readonly origin: string; readonly paths: string[] }> {
  const paths: string[] = [];
  const started = createServer((request, response) => {
    paths.push(request.url ?? '');
    response.writeHead(307, { Location: '/elsewhere' }).end();
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(started.address() as AddressInfo).port}`, paths };
}

it('the gateway is not followed to another address', async () => {
  const { origin, paths } = await startRedirecting();
  const { host, port, protocol, httpClient } = transportTo({ baseUrl: origin });
  const answer = await httpClient.makeRequest(host, port, '/v1/customers', 'POST', {}, 'name=Acme', protocol, 5000);
  expect([answer.getStatusCode(), paths]).toEqual([307, ['/v1/customers']]);
});

it('the captcha is not followed to another address, and nobody passes', async () => {
  const { origin, paths } = await startRedirecting();
  const captcha = createHCaptcha({ secret: 'the-secret', siteKey: 'the-site', address: `${origin}/siteverify` });
  expect([await captcha.verify('token'), paths]).toEqual(['unavailable', ['/siteverify']]);
});

it('the identity provider is not followed to another address', async () => {
  const { origin, paths } = await startRedirecting();
  const provider = createOpenIdProvider({
    issuer: origin,
    clientId: 'billing',
    clientSecret: null,
    audience: null,
    scopes: [],
    trustsEmail: false,
    staffGroup: null,
  });
  await expect(provider.begin('https://billing.example/auth/oidc/callback', '/')).rejects.toThrow('The identity provider does not answer');
  expect(new Set(paths)).toEqual(new Set(['/.well-known/openid-configuration']));
});
