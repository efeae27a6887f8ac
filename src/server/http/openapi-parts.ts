import { failureStatusCodes } from '#server/platform-error.ts';

export type Json = Record<string, unknown>;

export const jsonContent = (schema: Json, more: Json = {}): Json => ({ content: { 'application/json': { schema, ...more } } });

/** Returns an `examples` object with one example. Generated types include a value in `example`, but not in `examples`. */
export const oneExample = (value: unknown): Json => ({ examples: { example: { value } } });

export const idempotencyHeader: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

export function failureExample(status: number, message: string): Json {
  const code = Object.entries(failureStatusCodes).find(([, known]) => known === status)?.[0] ?? 'internal_error';
  return { message, code, request_id: 'req_5f0c2a1e-7b39-4d7e-9a51-3c1f6a0d8e21' };
}

export const failureReference = (status: number): Json => ({ $ref: `#/components/responses/Failure${status}` });

export const failureComponents = (failureWords: Readonly<Record<number, string>>, failure: (status: number, words: string) => Json): Json =>
  Object.fromEntries(Object.entries(failureWords).map(([status, words]) => [`Failure${status}`, failure(Number(status), words)]));

export const fileContent = (...types: readonly string[]): Json => ({
  content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
});

const failureCodes = Object.keys(failureStatusCodes).filter((code) => code !== 'client_closed_request');

/** The API can add codes, so clients must accept unknown codes. */
export function withFailureCodes(document: Json): Json {
  const { components } = document as { components: { schemas: { ApiError: { properties: Json } } } };
  components.schemas.ApiError.properties['code'] = { type: 'string', enum: failureCodes };
  return document;
}
