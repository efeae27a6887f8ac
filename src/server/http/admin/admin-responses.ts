import type { AdminCallDeclaration } from '#contract/admin/admin-declaration.ts';
import { failureExample, jsonContent, oneExample, type Json } from '#server/http/openapi-parts.ts';
import type { SchemaBook } from '#server/http/api-document/schema-book.ts';

/** Failures that all calls share. They are grouped as `default`, so that each call lists only its specific failures. */
const commonFailures: Readonly<Record<number, string>> = {
  400: 'A field is invalid; the response names it',
  401: 'The key is missing, unknown, expired or revoked',
  403: 'The key lacks a scope, or is limited to other organizations or addresses; the message names them',
  404: 'Something in the path does not exist',
  413: 'The body is too large',
  415: 'Unsupported media type, or a compressed body',
  422: 'A billing rule refuses the request',
  429: 'The key has exceeded a rate limit; `Retry-After` has the seconds to wait',
  500: 'Internal error',
  503: 'The database is unavailable',
};

const particularFailures: Readonly<Record<number, string>> = { 409: 'Conflicts with an existing resource' };

const statusesOf = (failures: object): number[] => Object.keys(failures).map(Number);

const particularStatuses = ({ alsoFails = [] }: AdminCallDeclaration): number[] =>
  alsoFails.filter((status) => status in particularFailures);

export const responseReference = (name: string): Json => ({ $ref: `#/components/responses/${name}` });

export const failuresOf = (declaration: AdminCallDeclaration): Json => ({
  ...Object.fromEntries(particularStatuses(declaration).map((status) => [status, responseReference(`Failure${status}`)])),
  default: responseReference('Failure'),
});

/** Rate limit headers of admin API responses. Each schema has a description, because generated types omit descriptions of headers. */
const limitHeaders: Json = {
  RateLimit: {
    schema: {
      type: 'string',
      description: 'The tightest limit of the key: its name, `r` requests left, `t` seconds until it resets',
      examples: ['"writes";r=5999;t=60'],
    },
  },
  'RateLimit-Policy': {
    schema: { type: 'string', description: 'The same limit: `q` requests in `w` seconds', examples: ['"writes";q=6000;w=60'] },
  },
};
const retryAfter: Json = { schema: { type: 'integer', minimum: 1, description: 'Seconds to wait before a retry' } };

export const limited = (description: string): Json => ({ description, headers: limitHeaders });

const failureContent = (book: SchemaBook, examples: Json): Json => jsonContent(book.reference('ApiError', 'output'), examples);

/** Returns the failures that all calls share, with an example of each. Requests without a valid key do not count for any limit. */
function sharedFailure(book: SchemaBook): Json {
  const words = Object.entries(commonFailures).map(([status, text]) => `- ${status}: ${text}`);
  const examples = statusesOf(commonFailures).map((status) => [status, { value: failureExample(status, commonFailures[status] ?? '') }]);
  return {
    description: ['Failures that all calls share:', '', ...words].join('\n'),
    headers: { ...limitHeaders, 'Retry-After': retryAfter },
    ...failureContent(book, { examples: Object.fromEntries(examples) }),
  };
}

export function failureResponses(book: SchemaBook): Json {
  const single = Object.entries(particularFailures).map(([status, words]) => [
    `Failure${status}`,
    { ...limited(words), ...failureContent(book, oneExample(failureExample(Number(status), words))) },
  ]);
  return { Failure: sharedFailure(book), ...Object.fromEntries(single) };
}
