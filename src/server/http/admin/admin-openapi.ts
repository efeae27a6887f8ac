import { adminCallTable, type AdminCallName } from '#contract/admin/admin-calls.ts';
import type { AdminCallDeclaration } from '#contract/admin/admin-declaration.ts';
import { adminSchemas, type AdminSchemaName } from '#contract/admin/admin-schemas.ts';
import { adminParamExamples, adminTagWords, adminWords } from '#contract/admin/admin-messages.ts';
import { sharedEventData } from '#contract/admin/event-shapes.ts';
import { propertyWords } from '#contract/admin/property-messages.ts';
import { schemaWords } from '#contract/admin/schema-messages.ts';
import { CloudEvent, cloudEventBatchType, cloudEventType } from '#server/admin/cloud-events.ts';
import { fileContent, idempotencyHeader, jsonContent, oneExample, withFailureCodes, type Json } from '#server/http/openapi-parts.ts';
import { failureResponses, failuresOf, limited, responseReference } from './admin-responses.ts';
import { eventWebhooks } from './event-webhooks.ts';
import { describeProperties } from '#server/http/api-document/described-properties.ts';
import { schemaBook, type SchemaBook } from '#server/http/api-document/schema-book.ts';
import { extendSchemas, shareResponses } from '#server/http/api-document/shared-parts.ts';
import { shareProperties } from '#server/http/api-document/shared-properties.ts';

const pathParameters = (book: SchemaBook, name: AdminSchemaName | undefined): Json[] =>
  book.parameters('path', name).map((parameter) => ({ ...parameter, ...oneExample(adminParamExamples[String(parameter['name'])]) }));

/** `data` contains the fields that the envelope does not contain. */
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
  const { content } = jsonContent(book.reference(body, 'input'), oneExample(example)) as { content: Json };
  if (!takesEvents) return { required: isBodyOptional !== true, content };
  const event = book.reference('CloudEvent', 'input');
  const examples = eventExample(example);
  const events = {
    [cloudEventType]: { schema: event, ...oneExample(examples[0]) },
    [cloudEventBatchType]: { schema: { type: 'array', items: event }, ...oneExample(examples) },
  };
  return { required: true, content: { ...content, ...events } };
}

function operation(book: SchemaBook, name: AdminCallName, declaration: AdminCallDeclaration): Json {
  const { success, alsoMade, alsoEmpty, response, params, query, body, scopes, tag, idempotent } = declaration;
  const { summary, description, example } = adminWords[name];
  const content = (schema: AdminSchemaName): Json => jsonContent(book.reference(schema, 'output'));
  const answer = (words: string): Json =>
    response ? { ...content(response), ...limited(words) } : success === 204 ? responseReference('Done') : limited(words);
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
        : answer(success === 202 ? 'Begun' : 'Success'),
      ...(alsoMade ? { [alsoMade]: answer('Success') } : {}),
      ...(alsoEmpty ? { [alsoEmpty]: limited('Done; the list is empty') } : {}),
      ...(declaration.staffAction ? staffAnswers(success) : {}),
      ...(declaration.mayWait ? { 202: responseReference('PartNeedsApproval') } : {}),
      ...(declaration.dryRun ? { 200: dryRunAnswer(book, declaration.dryRun) } : {}),
      ...failuresOf(declaration),
    },
  };
}

const dryRunAnswer = (book: SchemaBook, schema: AdminSchemaName): Json => ({
  ...limited('Effect of the call, which a dry run does not perform'),
  ...jsonContent(book.reference(schema, 'output')),
});

const staffAnswers = (success: number): Record<string, Json> => ({
  ...(success === 200 ? {} : { 200: responseReference('StaffDryRun') }),
  202: responseReference('NeedsApproval'),
});

const sharedAnswers = (book: SchemaBook): Record<string, Json> => ({
  Done: limited('Done'),
  StaffDryRun: dryRunAnswer(book, 'StaffDryRun'),
  NeedsApproval: {
    ...limited('Above a limit: needs approval by another person'),
    ...jsonContent(book.reference('PendingApproval', 'output')),
  },
  PartNeedsApproval: {
    ...limited('Done, except for the part above a limit, which needs approval by another person'),
    ...jsonContent(book.reference('PendingApproval', 'output')),
  },
});

let document: Json | null = null;

export function adminDocument(): Json {
  document ??= buildDocument();
  return document;
}

function buildDocument(): Json {
  const paths: Record<string, Json> = {};
  const book = schemaBook({ ...adminSchemas, ...sharedEventData, CloudEvent });
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
    // The URL is relative to the server from which the document was loaded.
    servers: [{ url: '/' }],
    tags: Object.entries(adminTagWords).map(([name, description]) => ({ name, description })),
    security: [{ key: [] }],
    paths,
    webhooks: eventWebhooks(book),
    components: {
      responses: { ...sharedAnswers(book), ...failureResponses(book) },
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'API key, such as bk_...' } },
    },
  });
  const short = extendSchemas(shareResponses(withFailureCodes(complete)));
  return shareProperties(describeProperties(short, { properties: propertyWords, schemas: schemaWords }));
}
