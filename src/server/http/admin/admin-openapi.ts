import { adminCallTable, type AdminCallName } from '#contract/admin/admin-calls.ts';
import type { AdminCallDeclaration } from '#contract/admin/admin-declaration.ts';
import { adminSchemas, type AdminSchemaName } from '#contract/admin/admin-schemas.ts';
import { adminParamExamples, adminTagWords, adminWords } from '#contract/admin/admin-messages.ts';
import { sharedEventData } from '#contract/admin/event-shapes.ts';
import { propertyWords } from '#contract/admin/property-messages.ts';
import { CloudEventBatch, cloudEventBatchType } from '#server/admin/cloud-events.ts';
import { failureStatusCodes } from '#server/platform-error.ts';
import { eventWebhooks } from './event-webhooks.ts';
import {
  failureComponents,
  failureExample,
  failureReference,
  fileContent,
  idempotencyHeader,
  jsonContent,
  withFailureCodes,
  type Json,
} from '#server/http/openapi-parts.ts';
import { describeProperties } from '#server/http/api-document/described-properties.ts';
import { inlineSchema, schemaBook, type SchemaBook } from '#server/http/api-document/schema-book.ts';

const failureWords: Readonly<Record<number, string>> = {
  400: 'A field is invalid; the response names it',
  401: 'The key is missing, unknown, expired or revoked',
  403: 'The key lacks a scope, or is limited to other organizations or addresses; the message names them',
  404: 'Not found',
  409: 'Conflicts with an existing resource',
  413: 'The body is too large',
  415: 'Unsupported media type, or a compressed body',
  422: 'A billing rule refuses the request',
  429: 'The key has exceeded a rate limit; `Retry-After` has the seconds to wait',
  500: 'Internal error',
  503: 'The database is unavailable',
};

function failureStatuses({ body, path, alsoFails = [] }: AdminCallDeclaration): number[] {
  const { invalid_request, unauthenticated, forbidden, too_many_requests, internal_error, database_unavailable } = failureStatusCodes;
  const statuses: number[] = [
    invalid_request,
    unauthenticated,
    forbidden,
    too_many_requests,
    internal_error,
    database_unavailable,
    ...alsoFails,
  ];
  if (path.includes('{')) statuses.push(failureStatusCodes.not_found);
  if (body)
    statuses.push(failureStatusCodes.payload_too_large, failureStatusCodes.unsupported_media_type, failureStatusCodes.rule_violated);
  return [...new Set(statuses)].toSorted((a, b) => a - b);
}

/** Headers of every response to a request that was counted for a key. */
const limitHeaders: Readonly<Record<string, Json>> = {
  RateLimit: {
    description: 'The tightest limit of the key: its name, `r` requests left, `t` seconds until it resets',
    schema: { type: 'string', examples: ['"writes";r=5999;t=60'] },
  },
  'RateLimit-Policy': {
    description: 'The same limit: `q` requests in `w` seconds',
    schema: { type: 'string', examples: ['"writes";q=6000;w=60'] },
  },
};
const retryAfter: Json = { description: 'Seconds to wait before a retry', schema: { type: 'integer', minimum: 1 } };
const limitReferences: Json = Object.fromEntries(Object.keys(limitHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]));
/** Response of a success, with the rate limit headers. */
const limited = (description: string): Json => ({ description, headers: limitReferences });

/** Returns the headers of a failure. Requests without a valid key are not counted. */
const failureHeaders = (status: number): Json =>
  status === failureStatusCodes.unauthenticated
    ? {}
    : { headers: { ...limitReferences, ...(status === failureStatusCodes.too_many_requests ? { 'Retry-After': retryAfter } : {}) } };

const failure = (book: SchemaBook, status: number, words: string): Json => {
  const headers = failureHeaders(status);
  const content = jsonContent(book.reference('ApiError', 'output'), { example: failureExample(status, words) });
  return { description: words, ...headers, ...content };
};

const pathParameters = (book: SchemaBook, name: AdminSchemaName | undefined): Json[] =>
  book.parameters('path', name).map((parameter) => ({ ...parameter, example: adminParamExamples[String(parameter['name'])] }));

/** Converts usage records to CloudEvents. `data` has the fields that the envelope does not. */
function eventExample({ records = [] }: { records?: readonly Json[] }): Json[] {
  return records.map(({ id, organization, at, ...data }) => ({
    specversion: '1.0',
    id,
    source: '/edge-7',
    type: 'usage.recorded',
    subject: organization,
    time: new Date(Number(at) * 1000).toISOString(),
    data,
  }));
}

function bodyOf(book: SchemaBook, { body = 'ApiError', takesEvents, isBodyOptional }: AdminCallDeclaration, example: Json = {}): Json {
  const { content } = jsonContent(book.reference(body, 'input'), { example }) as { content: Json };
  if (!takesEvents) return { required: isBodyOptional !== true, content };
  const events = { schema: inlineSchema(CloudEventBatch, 'input'), example: eventExample(example) };
  return { required: true, content: { ...content, [cloudEventBatchType]: events } };
}

function operation(book: SchemaBook, name: AdminCallName, declaration: AdminCallDeclaration): Json {
  const { success, alsoMade, alsoEmpty, response, params, query, body, scopes, tag, idempotent } = declaration;
  const { summary, description, example } = adminWords[name];
  const content = (schema: AdminSchemaName): Json => jsonContent(book.reference(schema, 'output'));
  const answer = (words: string): Json => ({ ...(response ? content(response) : {}), ...limited(words) });
  return {
    operationId: name,
    summary,
    description,
    tags: [tag],
    'x-scopes': scopes,
    parameters: [...pathParameters(book, params), ...book.parameters('query', query), ...(idempotent ? [idempotencyHeader] : [])],
    ...(body ? { requestBody: bodyOf(book, declaration, example) } : {}),
    responses: {
      [success]: declaration.file
        ? { ...fileContent(declaration.file), ...limited('Success') }
        : answer(success === 202 ? 'Begun' : success === 204 ? 'Done' : 'Success'),
      ...(alsoMade ? { [alsoMade]: answer('Created') } : {}),
      ...(alsoEmpty ? { [alsoEmpty]: limited('Done; the list is empty') } : {}),
      ...(declaration.staffAction ? staffAnswers(book, success) : {}),
      ...(declaration.mayWait
        ? { 202: waitingAnswer(book, 'Done, except for the part above a limit, which needs approval by another person') }
        : {}),
      ...(declaration.dryRun ? { 200: dryRunAnswer(book, declaration.dryRun) } : {}),
      ...Object.fromEntries(failureStatuses(declaration).map((status) => [status, failureReference(status)])),
    },
  };
}

const dryRunAnswer = (book: SchemaBook, schema: AdminSchemaName): Json => ({
  ...limited('Effect of the call, which a dry run does not perform'),
  ...jsonContent(book.reference(schema, 'output')),
});

const waitingAnswer = (book: SchemaBook, description: string): Json => ({
  ...limited(description),
  ...jsonContent(book.reference('PendingApproval', 'output')),
});

const staffAnswers = (book: SchemaBook, success: number): Record<string, Json> => ({
  ...(success === 200 ? {} : { 200: dryRunAnswer(book, 'StaffDryRun') }),
  202: waitingAnswer(book, 'Above a limit: needs approval by another person'),
});

let document: Json | null = null;

/** Returns the OpenAPI 3.1 description of the admin API, built from the table that routes its calls. */
export function adminDocument(): Json {
  document ??= buildDocument();
  return document;
}

function buildDocument(): Json {
  const paths: Record<string, Json> = {};
  const book = schemaBook({ ...adminSchemas, ...sharedEventData });
  for (const [name, declaration] of Object.entries<AdminCallDeclaration>(adminCallTable))
    (paths[declaration.path] ??= {})[declaration.method.toLowerCase()] = operation(book, name as AdminCallName, declaration);
  const complete = book.complete({
    openapi: '3.1.0',
    info: {
      title: 'Admin API',
      version: '1',
      description:
        'For the operator of the platform: organizations with their members, projects and usage. Send the key as a bearer token.',
      contact: { name: "The platform's operators" },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // Relative to the server that served the document.
    servers: [{ url: '/' }],
    tags: Object.entries(adminTagWords).map(([name, description]) => ({ name, description })),
    security: [{ key: [] }],
    paths,
    webhooks: eventWebhooks(book),
    components: {
      headers: limitHeaders,
      responses: failureComponents(failureWords, (status, words) => failure(book, status, words)),
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'API key, such as bk_...' } },
    },
  });
  return describeProperties(withFailureCodes(complete), propertyWords);
}
