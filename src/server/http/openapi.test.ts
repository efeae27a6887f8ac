import { expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';
import { sessionCookie } from './session.ts';

it.each([true, false])('names the cookie that signing in sets (over https: %s)', (secure) => {
  const { components } = openApiDocument(secure) as { components: { securitySchemes: { session: { name: string } } } };
  expect(sessionCookie('token', secure)).toMatch(new RegExp(`^${components.securitySchemes.session.name}=token;`));
});
