import { callTable, type CallName } from '#contract/calls.ts';
import type { CallDeclaration } from '#contract/declaration.ts';
import type { Random } from '#tests/support/random.ts';
import { isRefused, jsonSchemaOf, type JsonSchema } from './json-schema.ts';
import { bodies, wellFormed, type Parts } from './requests.ts';

export interface Spoilt {
  readonly parts: Parts;
  readonly status: number;
  /** Path of the invalid field in the error response, or the beginning of this path. */
  readonly names: string;
  readonly how: string;
}

const long = 'x'.repeat(9000);
/** Values that have caused errors in other programs. */
const hostile: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  -0.5,
  1e21,
  1e308,
  2 ** 53,
  -(2 ** 53),
  Number.MIN_VALUE,
  '',
  ' ',
  '0',
  '100',
  '1e3',
  '1e400',
  '0x10',
  'NaN',
  'null',
  'true',
  'undefined',
  long,
  '\u202Eevil',
  '\uFEFFbom',
  '\uD800',
  'é\u0301',
  '😀'.repeat(300),
  "' or 1=1 --",
  '"; drop table members; --',
  '<script>alert(1)</script>',
  '${7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  'javascript:alert(1)',
  'a\r\nSet-Cookie: x=1',
  '%00',
  '%s%n',
  '\\',
  [],
  [null],
  [[]],
  ['100'],
  {},
  { length: 1 },
  { $ne: null },
  { toString: 1 },
  [1, 2, 3],
];
const badNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'x',
  'Tier',
  'tier ',
  '',
  'é',
  '😀',
  'a.b',
  '$where',
  '0',
];

const withBody = (parts: Parts, value: unknown): Parts => ({ ...parts, body: typeof value === 'string' ? value : JSON.stringify(value) });

interface Field {
  readonly path: readonly string[];
  readonly schema: JsonSchema;
}

function fieldsOf(schema: JsonSchema, path: readonly string[] = []): Field[] {
  const object = schema.anyOf?.find(({ properties }) => properties) ?? schema;
  const inner = Object.entries(object.properties ?? {}).flatMap(([name, one]) => fieldsOf(one, [...path, name]));
  return path.length === 0 ? inner : [{ path, schema }, ...inner];
}

function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  const object = (value ?? {}) as Record<string, unknown>;
  return { ...object, [name]: replaced(object[name], rest, by) };
}

function without(value: unknown, [name = '', ...rest]: readonly string[]): unknown {
  const object = value as Record<string, unknown>;
  if (rest.length > 0) return { ...object, [name]: without(object[name], rest) };
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

/** Replaces a random field of the body by a random value. Returns null if the schema accepts the value. */
function wrongField(random: Random, schema: JsonSchema, body: unknown): { value: unknown; path: string; how: string } | null {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return null;
  const { path, schema: field } = random.pick(fields);
  const value = random.pick(hostile);
  if (!isRefused(field, value)) return null;
  return {
    value: replaced(body, path, value),
    path: ['body', ...path].join('.'),
    how: `${path.join('.')} = ${JSON.stringify(value).slice(0, 40)}`,
  };
}

function spoilBody(random: Random, call: CallName, parts: Parts): Spoilt | null {
  const { body: name, bodyKilobytes = 64 }: CallDeclaration = callTable[call];
  if (!name) return null;
  const schema = jsonSchemaOf(name);
  const body = bodies[call] ?? {};
  const text = JSON.stringify(body);
  const bad = (value: unknown, names: string, how: string, status = 400): Spoilt => ({ parts: withBody(parts, value), status, names, how });
  const ways: readonly (() => Spoilt | null)[] = [
    ...Array.from({ length: 8 }, () => () => {
      const wrong = wrongField(random, schema, body);
      return wrong && bad(wrong.value, wrong.path, wrong.how);
    }),
    () => {
      const required = fieldsOf(schema).filter(
        ({ path: [first = '', second] }) => second === undefined && schema.required?.includes(first),
      );
      if (required.length === 0) return null;
      const { path } = random.pick(required);
      return bad(without(body, path), `body.${path.join('.')}`, `without ${path.join('.')}`);
    },
    () => {
      const unknown = random.pick(badNames);
      const added = `${text.slice(0, -1)},${JSON.stringify(unknown)}:${JSON.stringify(random.pick(hostile))}}`;
      return bad(added, `body.${unknown}`, `with ${unknown}`);
    },
    () => {
      const [twice = ''] = Object.keys(body);
      return bad(`${text.slice(0, -1)},${JSON.stringify(twice)}:${JSON.stringify(body[twice])}}`, `body.${twice}`, `${twice} twice`);
    },
    () => bad(text.slice(0, random.below(text.length)), 'body', 'cut off'),
    () =>
      bad(
        random.pick([
          '',
          ' ',
          'null',
          '[]',
          '"x"',
          '1',
          'true',
          '[{}]',
          'undefined',
          'NaN',
          "{'a':1}",
          `${text},`,
          `${text}${text}`,
          `/**/${text}`,
          '{,}',
          '\u0000',
        ]),
        'body',
        'no object',
      ),
    () => {
      const levels = 33 + random.below(10_000);
      const nested = random.chance(0.5)
        ? '['.repeat(levels) + ']'.repeat(levels)
        : '{"a":'.repeat(levels / 2) + '1' + '}'.repeat(levels / 2);
      return bad(`${text.slice(0, -1)},"deep":${nested}}`, 'body', `${levels} deep`);
    },
    () => bad(`${text.slice(0, -1)},"nul":"a\\u0000"}`, 'body', 'NUL'),
    () => bad(' '.repeat(bodyKilobytes * 1024 + 1) + text, 'body', 'too large', 413),
    () => ({
      parts: { ...parts, body: Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
      status: 400,
      names: 'body',
      how: 'no UTF-8',
    }),
    () => {
      const type = random.pick([
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/jsonp',
        'application/xml',
        'json',
        '*/*',
        '',
      ]);
      return {
        parts: { ...parts, headers: { ...parts.headers, 'Content-Type': type } },
        status: 415,
        names: 'header.Content-Type',
        how: `as ${type}`,
      };
    },
  ];
  return random.pick(ways)();
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** False if the text contains a lone surrogate. Such a text cannot be sent, because it has no UTF-8 encoding. */
const isSendable = (text: string): boolean => !/\p{Cs}/u.test(text);

function spoilParams(random: Random, call: CallName, parts: Parts): Spoilt | null {
  const { params: name }: CallDeclaration = callTable[call];
  if (!name) return null;
  const { path, schema } = random.pick(fieldsOf(jsonSchemaOf(name)));
  const value = asText(random.pick(hostile));
  const [parameter = ''] = path;
  if (value === '' || /^\.+$/.test(value) || !isRefused(schema, value) || !isSendable(value)) return null;
  return {
    parts: { ...parts, params: { ...parts.params, [parameter]: value } },
    status: 400,
    names: `params.${parameter}`,
    how: `${parameter} = ${value.slice(0, 40)}`,
  };
}

function spoilQuery(random: Random, call: CallName, parts: Parts): Spoilt | null {
  const { query: name }: CallDeclaration = callTable[call];
  const fields = name ? fieldsOf(jsonSchemaOf(name)) : [];
  const bad = (query: Parts['query'], names: string): Spoilt => ({
    parts: { ...parts, query },
    status: 400,
    names,
    how: JSON.stringify(query).slice(0, 60),
  });
  if (fields.length === 0 || random.chance(0.3)) {
    const unknown = random.pick(badNames);
    return bad([...parts.query, [unknown, 'x']], `query.${unknown}`);
  }
  const { path, schema } = random.pick(fields);
  const [field = ''] = path;
  const others = parts.query.filter(([key]) => key !== field);
  if (random.chance(0.2)) return bad([...others, [field, '1'], [field, '2']], `query.${field}`);
  const value = asText(random.pick(hostile));
  return isRefused(schema, value) && isSendable(value) ? bad([...others, [field, value]], `query.${field}`) : null;
}

function spoilHeaders(random: Random, call: CallName, parts: Parts): Spoilt | null {
  const { version, idempotent }: CallDeclaration = callTable[call];
  const wrong = (name: string, value: string): Spoilt => ({
    parts: { ...parts, headers: { ...parts.headers, [name]: value } },
    status: 400,
    names: `header.${name}`,
    how: `${name}: ${value.slice(0, 40)}`,
  });
  if (version && random.chance(0.5)) return wrong('Version', random.pick(['', '1', '2.0', '02', ' 2 2', '3', 'latest', '2,2', 'é']));
  return idempotent ? wrong('Idempotency-Key', random.pick(['a b', 'x'.repeat(256), 'é', '\u00a0x', 'a\tb'])) : null;
}

function spoilMethod(random: Random, call: CallName, parts: Parts): Spoilt {
  const path = callTable[call].path;
  const declared = Object.values<CallDeclaration>(callTable).flatMap((one) => (one.path === path ? [one.method as string] : []));
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY'].filter((method) => !declared.includes(method));
  return { parts: { ...parts, method: random.pick(others) }, status: 405, names: 'method', how: 'another method' };
}

export function spoil(random: Random, call: CallName): Spoilt {
  const parts = wellFormed(call);
  const kinds = [spoilBody, spoilBody, spoilBody, spoilBody, spoilBody, spoilParams, spoilQuery, spoilHeaders];
  for (let tries = 0; tries < 50; tries += 1) {
    const spoilt = random.chance(0.03) ? null : random.pick(kinds)(random, call, parts);
    if (spoilt) return spoilt;
  }
  return spoilMethod(random, call, parts);
}
