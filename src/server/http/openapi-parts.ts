import { z } from 'zod';
import { failureStatusCodes } from '#server/platform-error.ts';

export type Json = Record<string, unknown>;

type Schemas = Readonly<Record<string, z.core.$ZodType>>;

/** Returns the JSON Schema of a Zod schema. */
export function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output' = 'input'): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' }) as Json;
  return described;
}

export function jsonSchemaIn(schemas: Schemas, name: string, io: 'input' | 'output'): Json {
  const schema = schemas[name];
  if (!schema) throw new Error(`There is no schema ${name}`);
  return schemaOf(schema, io);
}

export function parametersIn(schemas: Schemas, place: 'path' | 'query', name: string | undefined): Json[] {
  if (!name) return [];
  const { properties = {}, required = [] } = jsonSchemaIn(schemas, name, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([field, schema]) => ({
    name: field,
    in: place,
    required: place === 'path' || required.includes(field),
    schema,
  }));
}

export const schemaReference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

export const jsonContent = (name: string, more: Json = {}): Json => ({
  content: { 'application/json': { schema: schemaReference(name), ...more } },
});

export const idempotencyHeader: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** Returns an example failure with the first error code of a status. */
export function failureExample(status: number, message: string): Json {
  const code = Object.entries(failureStatusCodes).find(([, known]) => known === status)?.[0] ?? 'internal_error';
  return { message, code, request_id: 'req_5f0c2a1e-7b39-4d7e-9a51-3c1f6a0d8e21' };
}

export const fileContent = (type: string): Json => ({ content: { [type]: { schema: { type: 'string', format: 'binary' } } } });
