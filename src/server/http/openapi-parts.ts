import { z } from 'zod';

export type Json = Record<string, unknown>;

type Schemas = Readonly<Record<string, z.core.$ZodType>>;

/** Requests are described as they are written, answers as they are read. */
export function jsonSchemaIn(schemas: Schemas, name: string, io: 'input' | 'output'): Json {
  const schema = schemas[name];
  if (!schema) throw new Error(`There is no schema ${name}`);
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' }) as Json;
  return described;
}

/** The fields of a schema as parameters of a call. */
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

/** JSON content of a schema. */
export const jsonContent = (name: string, more: Json = {}): Json => ({
  content: { 'application/json': { schema: schemaReference(name), ...more } },
});

export const idempotencyHeader: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};
