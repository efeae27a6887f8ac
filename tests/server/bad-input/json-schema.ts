import { z } from 'zod';
import { schemasByName, type SchemaName } from '#contract/schemas.ts';

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly items?: JsonSchema;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly minItems?: number;
}

const known = new Map<SchemaName, JsonSchema>();

export function jsonSchemaOf(name: SchemaName): JsonSchema {
  const schema =
    known.get(name) ??
    (z.toJSONSchema(schemasByName[name], { io: 'input', target: 'draft-2020-12', unrepresentable: 'any' }) as JsonSchema);
  known.set(name, schema);
  return schema;
}

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

const fitsType = (type: string | readonly string[], value: unknown): boolean =>
  typeof type !== 'string'
    ? type.some((one) => fitsType(one, value))
    : type === 'integer'
      ? typeof value === 'number' && Number.isSafeInteger(value)
      : typeOf(value) === type;

/** True if the schema surely refuses the value. Ignores rules outside of JSON Schema. Shares no code with the platform's validation. */
export function isRefused(schema: JsonSchema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.every((one) => isRefused(one, value));
  if (schema.const !== undefined) return value !== schema.const;
  if (schema.enum) return !schema.enum.includes(value);
  if (schema.type === undefined) return false;
  if (!fitsType(schema.type, value)) return true;
  // The platform may trim a text before it checks the length, so the schema must refuse the text with and without outer spaces.
  if (typeof value === 'string') return isRefusedText(schema, value) && isRefusedText(schema, value.trim());
  if (typeof value === 'number') return value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity);
  if (Array.isArray(value)) {
    const isWrongLength = value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Infinity);
    return isWrongLength || value.some((item) => schema.items !== undefined && isRefused(schema.items, item));
  }
  return typeOf(value) === 'object' && isRefusedObject(schema, value as Readonly<Record<string, unknown>>);
}

function isRefusedText({ pattern, minLength = 0, maxLength = Infinity }: JsonSchema, text: string): boolean {
  return text.length < minLength || text.length > maxLength || (pattern !== undefined && !new RegExp(pattern, 'u').test(text));
}

function isRefusedObject(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  value: Readonly<Record<string, unknown>>,
): boolean {
  const names = Object.keys(value);
  if (required.some((name) => !names.includes(name))) return true;
  return names.some((name) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return schema ? isRefused(schema, value[name]) : additionalProperties === false;
  });
}
