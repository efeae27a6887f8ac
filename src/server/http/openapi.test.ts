import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { schemasByName, type SchemaName } from '#contract/schemas.ts';
import type { HttpEnvironment } from './environment.ts';
import { openApiDocument } from './openapi.ts';
import { bodyExamples } from './openapi-messages.ts';
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

it('describes each call with a known tag, words, and examples of all that is sent', () => {
  const document = openApiDocument(true) as any;
  const known = new Set(document.tags.map(({ name }: { name: string }) => name));
  for (const call of Object.values<any>(document.paths).flatMap((methods) => Object.values<any>(methods))) {
    const { operationId, tags, summary, description, parameters, requestBody } = call;
    expect([operationId, known.has(tags[0])]).toEqual([operationId, true]);
    expect([summary, description]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\.$/)]);
    for (const { in: place, name, example } of parameters)
      if (place === 'path') expect([operationId, name, example]).toEqual([operationId, name, expect.any(String)]);
    if (requestBody) expect([operationId, requestBody.content['application/json'].example]).toEqual([operationId, expect.any(Object)]);
  }
  expect(document.info.license.name).toBe('MIT');
});

it('shows bodies that the calls take', () => {
  for (const [name, example] of Object.entries(bodyExamples))
    expect([name, schemasByName[name as SchemaName].safeParse(example).error?.issues]).toEqual([name, undefined]);
});
