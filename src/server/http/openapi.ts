import { callTable, type CallName } from '#contract/calls.ts';
import { isRead, type CallDeclaration } from '#contract/declaration.ts';
import { tokenLimits } from '#contract/limits.ts';
import { callSummaries } from '#contract/summaries.ts';
import { schemasByName, type SchemaName } from '#contract/schemas.ts';
import { callWithTokens, type CallWithTokens } from '#contract/token-access.ts';
import { failureStatusCodes } from '#server/platform-error.ts';
import {
  failureComponents,
  failureExample,
  failureReference,
  fileContent,
  idempotencyHeader,
  jsonContent,
  withFailureCodes,
  type Json,
} from './openapi-parts.ts';
import { schemaBook, type SchemaBook } from './api-document/schema-book.ts';
import { bodyExamples, callDescription, failureWords, parameterExamples, platformTags, tagOfCall } from './openapi-messages.ts';
import { cookieName } from './session.ts';

function headerParameters({ version, idempotent }: CallDeclaration): Json[] {
  return [
    ...(version ? [{ name: 'Version', in: 'header', required: true, schema: { const: version } }] : []),
    ...(idempotent ? [idempotencyHeader] : []),
  ];
}

function failureStatuses(declaration: CallWithTokens): number[] {
  const { access, body, idempotent, path, token, alsoFails = [] } = declaration;
  const statuses: number[] = [
    failureStatusCodes.invalid_request,
    failureStatusCodes.unauthenticated,
    failureStatusCodes.busy,
    failureStatusCodes.internal_error,
    failureStatusCodes.database_unavailable,
    ...alsoFails,
  ];
  if (typeof access === 'object' || access === 'service' || token) statuses.push(failureStatusCodes.forbidden);
  if (token) statuses.push(failureStatusCodes.too_many_requests);
  // Calls that change a closed organization fail with a conflict.
  if (typeof access === 'object' && !isRead(declaration)) statuses.push(failureStatusCodes.conflict);
  if (path.includes('{')) statuses.push(failureStatusCodes.not_found);
  if (body)
    statuses.push(failureStatusCodes.payload_too_large, failureStatusCodes.unsupported_media_type, failureStatusCodes.rule_violated);
  if (idempotent) statuses.push(failureStatusCodes.payment_failed, failureStatusCodes.conflict);
  return [...new Set(statuses)].toSorted((a, b) => a - b);
}

/** For 429, lists the codes after which clients must not retry. */
const wordsOf = (status: number, { finalLimits = [] }: CallDeclaration): string =>
  status === failureStatusCodes.too_many_requests && finalLimits.length > 0
    ? `Too many requests. Do not retry after a wait if the code is ${finalLimits.join(' or ')}`
    : (failureWords[status] ?? 'Failure');

const failure = (book: SchemaBook, status: number, words: string): Json => ({
  description: words,
  ...jsonContent(book.reference('ApiError', 'output'), { example: failureExample(status, failureWords[status] ?? 'Failure') }),
});

function failureOf(book: SchemaBook, status: number, declaration: CallDeclaration): Json {
  const words = wordsOf(status, declaration);
  return words === failureWords[status] ? failureReference(status) : failure(book, status, words);
}

const pathParameters = (book: SchemaBook, name: SchemaName | undefined): Json[] =>
  book.parameters('path', name).map((parameter) => ({ ...parameter, example: parameterExamples[String(parameter['name'])] }));

const header = (description: string): Json => ({ description, schema: { type: 'string' } });

const successHeaders = ({ access, token, totalCount }: CallWithTokens): Json => ({
  ...(totalCount ? { 'X-Total-Count': header('Number of all entries') } : {}),
  ...(token
    ? {
        'RateLimit-Policy': header('Requests per minute of an organization token; only for tokens'),
        RateLimit: header('Requests that the token has left, and seconds until the count starts again; only for tokens'),
      }
    : {}),
  ...(access === 'service'
    ? {
        Deprecation: header('Only for the service token: time of its deprecation, as `@` and unix seconds (RFC 9745)'),
        Sunset: header('Only for the service token: earliest time of its removal, as an HTTP date (RFC 8594)'),
        Link: header(
          'Only for the service token: the call that replaces it, with `rel="successor-version"`, and this documentation, with `rel="deprecation"`',
        ),
      }
    : {}),
});

/** Returns the credentials that a call accepts; undefined if the document's general credentials apply. */
function securityOf({ access, token }: CallWithTokens): Json[] | undefined {
  if (!token) return undefined;
  const ofToken = { token: [token.scope] };
  return access === 'service' ? [ofToken, { service: [] }] : [{ session: [] }, { bearer: [] }, ofToken];
}

/** Adds file types to a JSON response, if the query can request a file instead. */
const contentOfSuccess = (json: Json, files: readonly string[]): Json =>
  files.length === 0 ? json : { content: { ...(json['content'] as Json | undefined), ...(fileContent(...files)['content'] as Json) } };

function operation(book: SchemaBook, name: CallName): Json {
  const declaration = callWithTokens(name);
  const content = (schema: SchemaName, io: 'input' | 'output', more?: Json): Json => jsonContent(book.reference(schema, io), more);
  const { success, alsoPending, response, file, alsoFile, params, query, body, access, alsoNeeds } = declaration;
  const files = [file, alsoFile].filter((type) => type !== undefined);
  const security = securityOf(declaration);
  const headers = successHeaders(declaration);
  return {
    operationId: name,
    summary: callSummaries[name],
    description: callDescription(declaration),
    tags: [tagOfCall(name)],
    ...(typeof access === 'object' ? { 'x-permission': access } : {}),
    ...(alsoNeeds ? { 'x-also-needs': alsoNeeds } : {}),
    ...(security ? { security } : {}),
    parameters: [...pathParameters(book, params), ...book.parameters('query', query), ...headerParameters(declaration)],
    ...(body ? { requestBody: { required: true, ...content(body, 'input', { example: bodyExamples[body] }) } } : {}),
    responses: {
      [success]: {
        description: 'Success',
        ...(Object.keys(headers).length > 0 ? { headers } : {}),
        ...contentOfSuccess(response ? content(response, 'output') : {}, files),
      },
      ...(alsoPending && response ? { [alsoPending]: { description: 'Still pending', ...content(response, 'output') } } : {}),
      ...Object.fromEntries(failureStatuses(declaration).map((status) => [status, failureOf(book, status, declaration)])),
    },
  };
}

const documents = new Map<boolean, Json>();

/** @param secure true if browsers use https, because the session cookie then has another name */
export function openApiDocument(secure: boolean): Json {
  const document = documents.get(secure) ?? buildDocument(secure);
  documents.set(secure, document);
  return document;
}

function buildDocument(secure: boolean): Json {
  const paths: Record<string, Json> = {};
  const book = schemaBook(schemasByName);
  for (const [name, declaration] of Object.entries<CallDeclaration>(callTable))
    (paths[declaration.path] ??= {})[declaration.method.toLowerCase()] = operation(book, name as CallName);
  const document = book.complete({
    openapi: '3.1.0',
    info: {
      title: 'Platform API',
      version: '1',
      description:
        'For members and their programs: organizations, their subscriptions and their billing. A browser sends its session. A program sends an organization token, or a bearer token of the identity provider.',
      contact: { name: "The platform's operators" },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // The URL is relative to the origin from which the document was loaded.
    servers: [{ url: '/' }],
    tags: platformTags,
    security: [{ session: [] }, { bearer: [] }],
    paths,
    components: {
      responses: failureComponents(failureWords, (status, words) => failure(book, status, words)),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieName(secure) },
        bearer: { type: 'http', scheme: 'bearer' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: `A token of an organization's program, which begins with \`bt_\`. A member creates it with scopes and an end (\`createToken\`). It can make ${tokenLimits.requestsPerMinute} requests a minute.`,
        },
        service: {
          type: 'http',
          scheme: 'bearer',
          description: 'Deprecated: the service token of all programs. Use an organization token with the scope `usage:write` instead.',
        },
      },
    },
  });
  return withFailureCodes(document);
}
