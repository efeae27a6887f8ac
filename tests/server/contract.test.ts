import { expect, it } from 'vitest';
import { callTable, type CallName } from '#contract/calls.ts';
import type { CallDeclaration } from '#contract/declaration.ts';
import { schemasByName } from '#contract/schemas.ts';
import { parameterExamples } from '#server/http/openapi-messages.ts';
import { onEachStore } from '#tests/support/platform.ts';

type Json = Record<string, any>;

function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' && typeof inner === 'string' ? [inner] : references(inner)));
}

const at = (document: Json, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<any>((value, key) => value?.[key], document);

onEachStore((platform) => {
  it('describes every call of the contract in OpenAPI 3.1, and nothing else', async () => {
    const { status, body: document } = await platform().ask('/platform/openapi.json');
    expect([status, document.openapi]).toEqual([200, '3.1.0']);
    const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
    );
    const declared = (Object.keys(callTable) as CallName[]).map((name) => `${callTable[name].method} ${callTable[name].path} ${name}`);
    expect(operations.toSorted()).toEqual(declared.toSorted());
  });

  it('refers only to what the document holds, names each path parameter, and lists failures', async () => {
    const { body: document } = await platform().ask('/platform/openapi.json');
    for (const pointer of references(document.paths)) expect([pointer, typeof at(document, pointer)]).toEqual([pointer, 'object']);
    for (const [path, methods] of Object.entries<Json>(document.paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const operation of Object.values<Json>(methods)) {
        const parameters = operation['parameters']
          .filter((parameter: Json) => parameter['in'] === 'path')
          .map(({ name }: { name: string }) => name);
        expect([path, parameters]).toEqual([path, named]);
        const statuses = Object.keys(operation['responses']);
        expect(statuses).toEqual(expect.arrayContaining([expect.stringMatching(/^2\d\d$/), '401', '500']));
      }
    }
  });

  it('declares the answer of a payment that is still under way', async () => {
    const { body: document } = await platform().ask('/platform/openapi.json');
    const { responses } = document.paths['/platform/organizations/{slug}/billing/subscription/confirm'].post;
    expect(responses['202'].content).toEqual(responses['200'].content);
  });

  it('lists 415 for exactly the calls that take a body, and answers it for another type and for a compressed body', async () => {
    const { ask } = platform();
    const { body: document } = await ask('/platform/openapi.json');
    const params: Record<string, string> = { ...parameterExamples, slug: 'pro-payg' };
    for (const name of Object.keys(callTable) as CallName[]) {
      const { method, path, body, access, version }: CallDeclaration = callTable[name];
      const isListed = '415' in document.paths[path][method.toLowerCase()].responses;
      expect([name, isListed]).toEqual([name, body !== undefined]);
      if (body === undefined) continue;
      const concrete = path.replace(/\{(\w+)\}/g, (_, part: string) => params[part] ?? '');
      const caller = access === 'service' ? {} : { as: 'owner' };
      const headers = {
        ...(version && { Version: version }),
        ...(access === 'service' && { Authorization: 'Bearer sandbox-service-token' }),
      };
      for (const media of [{ 'Content-Type': 'text/plain' }, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }]) {
        const answer = await ask(concrete, { ...caller, method, headers: { ...headers, ...media }, body: '{}' });
        expect([name, media, answer.status, answer.body.code]).toEqual([name, media, 415, 'unsupported_media_type']);
      }
    }
  });

  it('answers failures in the declared shape', async () => {
    for (const [path, as] of [
      ['/platform/profile', undefined],
      ['/platform/organizations/x', 'owner'],
      ['/platform/organizations/-', 'owner'],
    ] as const) {
      const { body } = await platform().ask(path, as ? { as } : {});
      expect(schemasByName.ApiError.safeParse(body).error).toBeUndefined();
    }
  });

  it('refuses to send what the contract does not declare', async () => {
    const { ask, context, logged } = platform();
    await context.db.execute("update projects set status = 'DREAMING' where name = 'their-own'");
    const { status, body } = await ask('/platform/organizations/elsewhere/projects', { as: 'outsider' });
    expect([status, body.code]).toEqual([500, 'internal_error']);
    expect(logged.at(-2)).toMatchObject({
      msg: 'a request failed',
      err: { message: 'The answer of listProjects is not what the contract declares' },
    });
  });

  it("tells its own time, not the machine's", async () => {
    const { ask, context } = platform();
    context.clock.moveTo(90 * 24 * 3600 * 1000);
    const { headers } = await ask('/platform/profile', { as: 'owner' });
    context.clock.moveTo(0);
    expect(Math.round((Date.parse(headers.get('Date') ?? '') - Date.now()) / 3_600_000)).toBe(90 * 24);
  });
});
