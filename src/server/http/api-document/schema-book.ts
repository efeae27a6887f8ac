import { z } from 'zod';
import type { Json } from '#server/http/openapi-parts.ts';

type Io = 'input' | 'output';
type Schemas = Readonly<Record<string, z.core.$ZodType>>;

/** Schemas of an OpenAPI document. A named schema becomes a component, and all uses of the schema refer to this component. */
export interface SchemaBook {
  readonly schemaOf: (schema: z.core.$ZodType, io: Io) => Json;
  readonly reference: (name: string, io: Io) => Json;
  readonly define: (name: string, json: Json) => Json;
  readonly parameters: (place: 'path' | 'query', name: string | undefined) => Json[];
  readonly complete: (document: Json) => Json;
}

/** Removes the limits of safe integers, which Zod adds to every integer although they do not describe the field. */
function withoutSafeBounds({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

const settings = { target: 'draft-2020-12', unrepresentable: 'any', override: withoutSafeBounds } as const;

/** Parameters are listed one by one, so their schema does not become a component. */
const isOfParameters = (name: string): boolean => /(Params|Query)$/.test(name);

/** Marks each reference as input or output, because a schema can differ between requests and responses. */
const withDirection = (json: Json, io: Io): Json =>
  JSON.parse(JSON.stringify(json).replace(/"\$ref":"#\/\$defs\/(\w+)"/g, `"$ref":"#/components/schemas/$1~${io}"`)) as Json;

const withoutDirections = (json: Json | undefined): string => JSON.stringify(json).replace(/~(input|output)"/g, '"');

/** Returns the name of a component. If its input and output forms differ, the name of the input has the suffix `Input`. */
function componentName(used: ReadonlyMap<string, Json>, name: string, io: string): string {
  const [input, output] = ['input', 'output'].map((each) => used.get(`${name}~${each}`));
  const isSame = input === undefined || output === undefined || withoutDirections(input) === withoutDirections(output);
  return isSame || io === 'output' ? name : `${name}Input`;
}

export function schemaBook(schemas: Schemas): SchemaBook {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(schemas)) if (!isOfParameters(name)) registry.add(schema, { id: name });
  const used = new Map<string, Json>();

  const schemaOf = (schema: z.core.$ZodType, io: Io): Json => {
    const json = z.toJSONSchema(schema, { ...settings, io, metadata: registry }) as Json;
    const { $schema: _, $defs: definitions = {}, ...rest } = json as Json & { $defs?: Record<string, Json> };
    for (const [name, definition] of Object.entries(definitions)) used.set(`${name}~${io}`, withDirection(definition, io));
    return withDirection(rest, io);
  };

  const named = (name: string): z.core.$ZodType => {
    const schema = schemas[name];
    if (!schema) throw new Error(`There is no schema ${name}`);
    return schema;
  };

  return {
    schemaOf,
    reference: (name, io) => schemaOf(named(name), io),
    define: (name, json) => {
      used.set(`${name}~output`, json);
      return { $ref: `#/components/schemas/${name}~output` };
    },
    parameters: (place, name) => {
      if (!name) return [];
      const { properties = {}, required = [] } = schemaOf(named(name), 'input') as {
        properties?: Record<string, Json>;
        required?: string[];
      };
      return Object.entries(properties).map(([field, schema]) => ({
        name: field,
        in: place,
        required: place === 'path' || required.includes(field),
        schema,
      }));
    },
    complete: (document) => {
      const components = Object.fromEntries(
        [...used]
          .map(([key, json]) => [componentName(used, ...(key.split('~') as [string, string])), json] as const)
          .toSorted(([one], [other]) => (one < other ? -1 : 1)),
      );
      const whole = { ...document, components: { ...(document['components'] as Json), schemas: components } };
      const text = JSON.stringify(whole).replace(
        /"#\/components\/schemas\/(\w+)~(input|output)"/g,
        (_, name: string, io: string) => `"#/components/schemas/${componentName(used, name, io)}"`,
      );
      return JSON.parse(text) as Json;
    },
  };
}
