import { expect, it } from 'vitest';
import { propertyWords } from '#contract/admin/property-messages.ts';
import { openApiDocument } from '#server/http/openapi.ts';
import { failureStatusCodes } from '#server/platform-error.ts';
import { adminDocument } from './admin-openapi.ts';

const document = adminDocument() as any;

const componentOf = ({ $ref = '' }: { $ref?: string }): any => document.components.schemas[$ref.replace('#/components/schemas/', '')];
const responseOf = (response: any): any =>
  response.$ref ? document.components.responses[response.$ref.replace('#/components/responses/', '')] : response;

interface Described {
  readonly place: string;
  readonly owner: string;
  readonly name: string;
  readonly description: string | undefined;
}

function propertiesIn(part: any, owner: string, place: string): Described[] {
  if (typeof part !== 'object' || part === null) return [];
  const own = part.type === 'object' && !part.title ? Object.entries<any>(part.properties ?? {}) : [];
  return [
    ...own.map(([name, schema]) => ({ place, owner, name, description: schema.description ?? componentOf(schema)?.description })),
    ...Object.entries(part).flatMap(([key, value]) => (/^examples?$/.test(key) ? [] : propertiesIn(value, owner, `${place}/${key}`))),
  ];
}

const operations = Object.values<any>(document.paths).flatMap((methods) => Object.values<any>(methods));
const properties = [
  ...Object.entries(document.components.schemas).flatMap(([name, schema]) => propertiesIn(schema, name, name)),
  ...propertiesIn(document.paths, '', 'paths'),
  ...propertiesIn(document.webhooks, '', 'webhooks'),
];
const parameters = operations.flatMap(({ operationId, parameters: all }) =>
  all.map(({ in: place, name, description, schema }: any) => ({
    place: operationId,
    owner: place,
    name,
    description: description ?? schema.description,
  })),
) as Described[];

it('describes every property and parameter', () => {
  expect(properties.length).toBeGreaterThan(300);
  const bare = [...properties, ...parameters].filter(({ description }) => !description);
  expect(bare.map(({ place, name }) => `${place}: ${name}`)).toEqual([]);
});

it('has no description that nothing uses', () => {
  const used = new Set([...properties, ...parameters].flatMap(({ owner, name }) => [name, `${owner}.${name}`]));
  expect(Object.keys(propertyWords).filter((name) => !used.has(name))).toEqual([]);
});

it('names the entries of each list', () => {
  for (const { operationId, responses } of operations.filter(({ operationId: name }) => name.startsWith('list'))) {
    const [, name] = responseOf(responses[200]).content['application/json'].schema.$ref.split('/schemas/');
    const lists = Object.values<any>(document.components.schemas[name].properties).filter(({ type }) => type === 'array');
    expect([operationId, lists.map(({ items }) => Object.keys(items))]).toEqual([operationId, [['$ref']]]);
  }
});

it('describes a frequent property in one component', () => {
  const cursors = JSON.stringify(document.components.schemas).match(/"next_cursor":\{[^}]*\}/g) ?? [];
  expect(cursors.length).toBeGreaterThan(10);
  expect(new Set(cursors)).toEqual(new Set(['"next_cursor":{"$ref":"#/components/schemas/NextCursor"}']));
});

it('bounds no number by what JavaScript can represent', () => {
  for (const one of [document, openApiDocument(true)]) expect(JSON.stringify(one)).not.toContain('9007199254740991');
});

it('lists the codes of failures, and sends rate limits with each response', () => {
  for (const { components } of [document, openApiDocument(true) as any])
    expect(new Set([...components.schemas.ApiError.properties.code.enum, 'client_closed_request'])).toEqual(
      new Set(Object.keys(failureStatusCodes)),
    );
  const limits = ['RateLimit', 'RateLimit-Policy'];
  const headersOf = ({ headers = {} }: any): string[] => Object.keys(headers);
  for (const { operationId, responses } of operations) {
    expect([operationId, Object.keys(responses)]).toEqual([operationId, expect.arrayContaining(['default'])]);
    for (const [status, response] of Object.entries<any>(responses).filter(([, { $ref }]) => $ref === undefined))
      expect([operationId, status, headersOf(response)]).toEqual([operationId, status, limits]);
  }
  for (const [name, response] of Object.entries<any>(document.components.responses))
    expect([name, headersOf(response)]).toEqual([name, name === 'Failure' ? [...limits, 'Retry-After'] : limits]);
});

it('refers only to components that exist, and has none that nothing refers to', () => {
  for (const one of [document, openApiDocument(true) as any]) {
    const references = new Set([...JSON.stringify(one).matchAll(/"#\/components\/(\w+\/[\w-]+)"/g)].map(([, name]) => name));
    const existing = Object.entries<object>(one.components).flatMap(([kind, parts]) =>
      kind === 'securitySchemes' ? [] : Object.keys(parts).map((name) => `${kind}/${name}`),
    );
    expect([...references].filter((name) => !existing.includes(name ?? ''))).toEqual([]);
    expect(existing.filter((name) => !references.has(name))).toEqual([]);
  }
});
