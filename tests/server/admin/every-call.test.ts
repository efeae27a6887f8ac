import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminScopes, type AdminCallDeclaration } from '#contract/admin/admin-declaration.ts';
import { adminCallTable, type AdminCallName } from '#contract/admin/admin-calls.ts';
import { adminParamExamples, adminWords } from '#contract/admin/admin-messages.ts';
import { adminSchemas, type AdminSchemaName } from '#contract/admin/admin-schemas.ts';
import { adminDocument } from '#server/http/admin/admin-openapi.ts';
import { operatorOf, type Operator } from '#tests/support/operator.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';
import { storedDigest } from '#tests/support/stored-digest.ts';
import { isRefused, type JsonSchema } from '#tests/server/bad-input/json-schema.ts';

const names = Object.keys(adminCallTable) as AdminCallName[];
const declarationOf = (name: AdminCallName): AdminCallDeclaration => adminCallTable[name];
const document = adminDocument() as any;

let platform: TestPlatform;
let operator: Operator;

beforeAll(async () => {
  platform = await startPlatform('pglite', { SEED: 'none', LOG_LEVEL: 'error' }, { automatic: false });
  operator = await operatorOf(platform);
});
afterAll(() => platform?.stop());

const pathOf = (name: AdminCallName, params: Readonly<Record<string, string>> = adminParamExamples): string =>
  declarationOf(name)
    .path.replace('/admin/v1', '')
    .replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(params[part] ?? ''));

/** No call accepts an empty object, so these requests change nothing. */
const bodyFor = (name: AdminCallName): unknown => (declarationOf(name).body ? {} : undefined);

describe('every call', () => {
  it('needs a key with one of its scopes, and no other', async () => {
    const byScope = new Map<string, Operator>();
    for (const scope of adminScopes) byScope.set(scope, await operatorOf(platform, [scope]));
    const faults: string[] = [];
    for (const name of names) {
      const { method, scopes, needsAllScopes = false } = declarationOf(name);
      for (const key of [null, 'bk_'.padEnd(46, 'a')]) {
        const { status } = await operator.ask(method, pathOf(name), bodyFor(name), { key });
        if (status !== 401) faults.push(`${name} with ${key}: ${status}`);
      }
      for (const [scope, holder] of byScope) {
        const { status, body } = await holder.ask(method, pathOf(name), bodyFor(name));
        const has = (scopes as readonly string[]).includes(scope);
        const may = has && !needsAllScopes;
        const missing = scopes.find((each) => each !== scope);
        if (may && (status === 401 || status === 403)) faults.push(`${name} with ${scope}: ${status}`);
        if (!may && (status !== 403 || !String(body.message).includes(has ? (missing ?? '') : scopes[0])))
          faults.push(`${name} with ${scope}: ${status} ${body.message}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('is described with a tag, words and an example, and its answers are declared', () => {
    const described = Object.values<any>(document.paths).flatMap((methods) => Object.values<any>(methods));
    expect(described.map(({ operationId }) => operationId).toSorted()).toEqual(names.toSorted());
    const tags = new Set(document.tags.map(({ name }: { name: string }) => name));
    for (const { operationId, tags: callTags, summary, description, requestBody } of described) {
      expect([operationId, tags.has(callTags[0]), summary, description]).toEqual([
        operationId,
        true,
        expect.any(String),
        expect.any(String),
      ]);
      if (requestBody) expect(requestBody.content['application/json'].examples.example.value).toEqual(expect.any(Object));
    }
    expect(document.info.license.name).toBe('MIT');
  });

  it('answers 415 for a body of another type and for a compressed body', async () => {
    for (const name of names) {
      const { method, body } = declarationOf(name);
      if (body === undefined) continue;
      for (const media of [{ 'Content-Type': 'text/plain' }, { 'Content-Encoding': 'gzip' }]) {
        const answer = await operator.ask(method, pathOf(name), {}, { headers: { 'Idempotency-Key': `media-${name}`, ...media } });
        expect([name, media, answer.status, answer.body.code]).toEqual([name, media, 415, 'unsupported_media_type']);
      }
    }
  });

  it('takes its own example', () => {
    const refused = names.filter((name) => {
      const { body } = declarationOf(name);
      return body && !adminSchemas[body].safeParse(adminWords[name].example).success;
    });
    expect(refused).toEqual([]);
  });
});

const hostile = [null, '', ' ', 0, -1, 1.5, 1e308, true, [], [null], {}, { $ne: null }, '\u202Eevil', 'x'.repeat(300), "' or 1=1 --"];

function badBodies(name: AdminCallName): [body: unknown, field: string][] {
  const { body } = declarationOf(name);
  if (!body) return [];
  const schema = z.toJSONSchema(adminSchemas[body], { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const example = adminWords[name].example ?? {};
  const wrong = Object.entries(schema.properties ?? {}).flatMap(([field, one]) =>
    hostile.flatMap((value): [unknown, string][] => (isRefused(one, value) ? [[{ ...example, [field]: value }, `body.${field}`]] : [])),
  );
  const required = (schema.required ?? []).filter((field) => schema.properties?.[field]?.type !== undefined);
  const missing = required.map((field): [unknown, string] => [
    Object.fromEntries(Object.entries(example).filter(([key]) => key !== field)),
    `body.${field}`,
  ]);
  return [...wrong, ...missing, [{ ...example, constructor_: 1 }, 'body.constructor_'], [[], 'body'], ['text', 'body']];
}

const refusesParam = (params: AdminSchemaName, part: string, value: string): boolean => {
  const { properties = {} } = z.toJSONSchema(adminSchemas[params], { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const schema = properties[part];
  return schema !== undefined && (isRefused(schema, value) || (part === 'email' && !value.includes('@')));
};

/** Omits the table of keys, because the platform updates the last use of a key every minute. */
const stored = async () => (await storedDigest(platform.context.db)).replace(/^api_keys .*$/m, '');

it('refuses what is no good, names the field, and changes nothing by it', async () => {
  const before = await stored();
  const faults: string[] = [];
  const expectRefused = async (name: AdminCallName, path: string, body: unknown, field: string, status = 400) => {
    const answer = await operator.ask(declarationOf(name).method, path, body);
    const paths: string[] = (answer.body.errors ?? []).map((error: { path: string }) => error.path);
    const named = paths.some((one) => one === field || one.startsWith(`${field}.`));
    if (answer.status !== status || !named)
      faults.push(`${name} ${field} ${JSON.stringify(body)?.slice(0, 80)}: ${answer.status} ${paths.join()}`);
    if (!adminSchemas.ApiError.safeParse(answer.body).success) faults.push(`${name}: no declared failure`);
  };
  for (const name of names) {
    const { params, body } = declarationOf(name);
    const exampleBody = body ? adminWords[name].example : undefined;
    await expectRefused(name, `${pathOf(name)}?unknown=1`, exampleBody, 'query.unknown');
    for (const bad of ['-x', 'has space', "a'--", '\u0000'])
      for (const [, part = ''] of declarationOf(name).path.matchAll(/\{(\w+)\}/g)) {
        const spoilt = { ...adminParamExamples, [part]: bad };
        if (params && refusesParam(params, part, bad)) await expectRefused(name, pathOf(name, spoilt), exampleBody, `params.${part}`);
      }
    for (const [wrong, field] of badBodies(name)) await expectRefused(name, pathOf(name), wrong, field);
  }
  expect(faults).toEqual([]);
  expect(await stored()).toBe(before);
}, 120_000);
