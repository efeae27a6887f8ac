import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { HttpEnvironment } from './environment.ts';
import { openApiDocument } from './openapi.ts';
import { setSessionCookie } from './session.ts';

it.each([true, false])('names the cookie that signing in sets (over https: %s)', async (secure) => {
  const { components } = openApiDocument(secure) as { components: { securitySchemes: { session: { name: string } } } };
  const app = new Hono<HttpEnvironment>().get('/', (c) => {
    setSessionCookie(c, 'token', secure);
    return c.body(null);
  });
  const cookie = (await app.request('/')).headers.get('Set-Cookie');
  expect(cookie).toMatch(new RegExp(`^${components.securitySchemes.session.name}=token;`));
});
