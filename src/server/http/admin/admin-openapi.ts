import { adminCallTable, type AdminCallName } from '#contract/admin/admin-calls.ts';
import type { AdminCallDeclaration } from '#contract/admin/admin-declaration.ts';
import { adminSchemas, type AdminSchemaName } from '#contract/admin/admin-schemas.ts';
import { adminParamExamples, adminTagWords, adminWords } from '#contract/admin/admin-messages.ts';
import { CloudEventBatch, cloudEventBatchType } from '#server/admin/cloud-events.ts';
import { failureStatusCodes } from '#server/platform-error.ts';
import { eventWebhooks } from './event-webhooks.ts';
import {
  failureExample,
  fileContent,
  idempotencyHeader,
  jsonContent,
  jsonSchemaIn,
  parametersIn,
  schemaOf,
  type Json,
} from '#server/http/openapi-parts.ts';

const failureWords: Readonly<Record<number, string>> = {
  400: 'A field is wrong; the answer names it',
  401: 'The key is missing, unknown, expired or revoked',
  403: 'The key lacks a scope, or is bound to other organizations or addresses; the message names which',
  404: 'Not found',
  409: 'Conflicts with an existing resource',
  413: 'The body is too large',
  415: 'Unsupported media type, or a compressed body',
  422: 'A rule of billing refuses it',
  429: 'The key makes too many requests; `Retry-After` says when to try again',
  500: 'Internal error',
  503: "The database can't be asked just now",
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

const failure = (status: number): Json => {
  const words = failureWords[status] ?? 'Failure';
  return { description: words, ...jsonContent('ApiError', { example: failureExample(status, words) }) };
};

const pathParameters = (name: AdminSchemaName | undefined): Json[] =>
  parametersIn(adminSchemas, 'path', name).map((parameter) => ({ ...parameter, example: adminParamExamples[String(parameter['name'])] }));

/** Returns usage records as CloudEvents; `data` holds the fields that the envelope lacks. */
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

function bodyOf({ body = 'ApiError', takesEvents, isBodyOptional }: AdminCallDeclaration, example: Json = {}): Json {
  const { content } = jsonContent(body, { example }) as { content: Json };
  if (!takesEvents) return { required: isBodyOptional !== true, content };
  const events = { schema: schemaOf(CloudEventBatch), example: eventExample(example) };
  return { required: true, content: { ...content, [cloudEventBatchType]: events } };
}

function operation(name: AdminCallName, declaration: AdminCallDeclaration): Json {
  const { success, alsoMade, alsoEmpty, response, params, query, body, scopes, tag, idempotent } = declaration;
  const { summary, description, example } = adminWords[name];
  const answer = (words: string): Json => ({ description: words, ...(response ? jsonContent(response) : {}) });
  return {
    operationId: name,
    summary,
    description,
    tags: [tag],
    'x-scopes': scopes,
    parameters: [...pathParameters(params), ...parametersIn(adminSchemas, 'query', query), ...(idempotent ? [idempotencyHeader] : [])],
    ...(body ? { requestBody: bodyOf(declaration, example) } : {}),
    responses: {
      [success]: declaration.file
        ? { description: 'Success', ...fileContent(declaration.file) }
        : answer(success === 202 ? 'Begun' : success === 204 ? 'Done' : 'Success'),
      ...(alsoMade ? { [alsoMade]: answer('Made') } : {}),
      ...(alsoEmpty ? { [alsoEmpty]: { description: 'Done; there is nothing to list' } } : {}),
      ...(declaration.staffAction ? staffAnswers(success) : {}),
      ...(declaration.mayWait ? { 202: waitingAnswer('Done, but the part that is above a limit waits for another person') } : {}),
      ...(declaration.dryRun ? { 200: dryRunAnswer(declaration.dryRun) } : {}),
      ...Object.fromEntries(failureStatuses(declaration).map((status) => [status, failure(status)])),
    },
  };
}

const dryRunAnswer = (schema: AdminSchemaName): Json => ({ description: 'The effect that the call would have', ...jsonContent(schema) });

const waitingAnswer = (description: string): Json => ({ description, ...jsonContent('PendingApproval') });

const staffAnswers = (success: number): Record<string, Json> => ({
  ...(success === 200 ? {} : { 200: dryRunAnswer('StaffDryRun') }),
  202: waitingAnswer('Above a limit: it waits for another person'),
});

let document: Json | null = null;

/** Returns the OpenAPI 3.1 description of the admin API, built from the table that routes its calls. */
export function adminDocument(): Json {
  document ??= buildDocument();
  return document;
}

function buildDocument(): Json {
  const paths: Record<string, Json> = {};
  const used = new Map<AdminSchemaName, 'input' | 'output'>([['ApiError', 'output']]);
  for (const [name, declaration] of Object.entries<AdminCallDeclaration>(adminCallTable)) {
    (paths[declaration.path] ??= {})[declaration.method.toLowerCase()] = operation(name as AdminCallName, declaration);
    if (declaration.body) used.set(declaration.body, 'input');
    if (declaration.response) used.set(declaration.response, 'output');
    if (declaration.dryRun) used.set(declaration.dryRun, 'output');
    if (declaration.mayWait) used.set('PendingApproval', 'output');
    if (declaration.staffAction) for (const schema of ['StaffDryRun', 'PendingApproval'] as const) used.set(schema, 'output');
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Admin API',
      version: '1',
      description:
        'For the operator of the platform: organizations, their members and projects, and what they use. Keys are sent as bearer tokens.',
      contact: { name: "The platform's operators" },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // The origin that served the document.
    servers: [{ url: '/' }],
    tags: Object.entries(adminTagWords).map(([name, description]) => ({ name, description })),
    security: [{ key: [] }],
    paths,
    webhooks: eventWebhooks(),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key, such as bk_...' } },
      schemas: Object.fromEntries([...used].map(([name, io]) => [name, jsonSchemaIn(adminSchemas, name, io)])),
    },
  };
}
