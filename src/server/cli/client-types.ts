/** TypeScript declarations of the published client, generated from the OpenAPI documents. */

interface Schema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
}

interface Content {
  /** Reference to a shared response. If it is set, the shared response defines the content. */
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: Schema }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>>; readonly responses?: Readonly<Record<string, Content>> };
}

const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

const fieldName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

const arrayOf = (type: string): string => (/^\w+$/.test(type) || /^\{[^{}]*\}$/.test(type) ? `${type}[]` : `(${type})[]`);

/** Returns the TypeScript type of a schema. The text contains no spaces, which keeps the package small. */
function typeOf(schema: Schema): string {
  const { $ref, enum: values, anyOf, oneOf, allOf, type } = schema;
  if ($ref !== undefined) return nameIn($ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (values) return values.map((value) => JSON.stringify(value)).join('|');
  const joined = anyOf ?? oneOf;
  if (joined) return [...new Set(joined.map(typeOf))].join('|');
  if (allOf) return allOf.map((each) => `(${typeOf(each)})`).join(' & ');
  if (Array.isArray(type)) return type.map((each: string) => typeOf({ ...schema, type: each })).join('|');
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return schema.items ? arrayOf(typeOf(schema.items)) : 'unknown[]';
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, each]) => `${fieldName(name)}${required.includes(name) ? '' : '?'}:${typeOf(each)}`,
  );
  if (fields.length > 0) return `{${fields.join(';')}}`;
  return typeof additionalProperties === 'object' ? `Record<string, ${typeOf(additionalProperties)}>` : 'Record<string, unknown>';
}

const jsonType = 'application/json';
const jsonSchema = ({ content }: Content): Schema | undefined => content?.[jsonType]?.schema;

/** Returns the type of an operation's successful responses. For a file, the type is `Response`, and the caller reads its body. */
function answerType(method: string, { responses }: Operation, { components }: ApiDescription): string {
  const types = Object.entries(responses).flatMap(([status, response]) => {
    if (!status.startsWith('2')) return [];
    const answer: Content = response.$ref === undefined ? response : (components.responses?.[nameIn(response.$ref)] ?? {});
    const schema = jsonSchema(answer);
    const isFile = Object.keys(answer.content ?? {}).some((type) => type !== jsonType);
    return [
      ...(schema ? [typeOf(schema)] : []),
      ...(isFile ? ['Response'] : []),
      ...(!schema && !isFile ? [status === '204' ? 'undefined' : 'Response'] : []),
    ];
  });
  return method === 'head' ? 'Response' : [...new Set(types)].join(' | ');
}

function inputType({ parameters = [], requestBody }: Operation): { readonly type: string; readonly isOptional: boolean } {
  const group = (place: string): string => {
    const fields = parameters.filter((each) => each.in === place);
    const isNeeded = fields.some(({ required }) => required);
    const listed = fields.map(
      ({ name, required, schema }) => `${fieldName(name)}${required ? '' : '?'}:${place === 'query' ? queryType(schema) : 'string'}`,
    );
    const name = place === 'path' ? 'params' : 'query';
    return fields.length === 0 ? '' : `${name}${isNeeded ? '' : '?'}:{${listed.join(';')}}`;
  };
  const body = requestBody && jsonSchema(requestBody);
  const parts = [group('path'), group('query'), body ? `body:${typeOf(body)}` : ''].filter((part) => part !== '');
  const isOptional = parts.every((part) => /^\w+\?/.test(part));
  return { type: parts.length === 0 ? 'CallOptions' : `{${parts.join(';')}} & CallOptions`, isOptional };
}

/** Returns the type of a query parameter. Query values are text, so callers can pass strings and numbers. */
const queryType = (schema: Schema): string => (schema.enum || schema.$ref !== undefined ? typeOf(schema) : 'string|number');

const operationsOf = ({ paths }: ApiDescription) =>
  Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })));

/** Returns the table of operations for the runtime: name, method, path and, if required, the value of the `Version` header. */
export const operationTable = (document: ApiDescription): string =>
  operationsOf(document)
    .map(({ path, method, operation: { operationId, parameters = [] } }) => {
      const version = parameters.find(({ name }) => name === 'Version')?.schema.const;
      return [operationId, method.toUpperCase(), path, ...(typeof version === 'string' ? [version] : [])].join(' ');
    })
    .join('\n');

function declarationsOf(name: string, document: ApiDescription): string {
  const schemas = Object.entries(document.components.schemas).map(([schema, type]) => `type ${schema}=${typeOf(type)};`);
  const calls = operationsOf(document).map(({ method, operation }) => {
    const { type, isOptional } = inputType(operation);
    return `${operation.operationId}(input${isOptional ? '?' : ''}:${type}):Promise<${answerType(method, operation, document)}>;`;
  });
  return [`export declare namespace ${name} {`, ...schemas, '  interface Api {', ...calls, '  }', '}'].join('\n');
}

/** Declarations that are written by hand. They repeat the signatures of `src/client/client.ts`; a test compiles both together. */
const head = `export interface CallOptions {
  /** Makes a write safe to repeat. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}
export interface ClientOptions {
  /** Origin of the platform. */
  url: string;
  /** Key of the admin API, or token of an organization. */
  token: string;
  fetch?: typeof fetch;
  /** Repetitions after a lost connection, a 5xx, or a 429 \`busy\`. Default: 3. */
  retries?: number;
  onResponse?: (response: Response, name: string) => void;
}
export interface Client {
  platform: Platform.Api;
  admin: Admin.Api;
}
export declare function createClient(options: ClientOptions): Client;
export declare function everyPage<T extends { next_cursor: string | null }>(read: (cursor: string | undefined) => Promise<T>): AsyncGenerator<T>;
export declare function verifyWebhook(secret: string, headers: Headers | Record<string, string | string[] | undefined>, body: string, nowMs?: number): Promise<Admin.PlatformEvent | null>;
export declare class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly errors: readonly { path: string; message: string }[];
  readonly retryAfterSeconds: number | null;
  readonly body: Record<string, unknown>;
}`;

export const clientDeclarations = (platform: ApiDescription, admin: ApiDescription): string =>
  `${[head, declarationsOf('Platform', platform), declarationsOf('Admin', admin)].join('\n')}\n`;
