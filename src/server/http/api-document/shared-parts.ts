import type { Json } from '#server/http/openapi-parts.ts';

interface ObjectSchema {
  readonly type?: unknown;
  readonly properties?: Json;
  readonly required?: readonly string[];
}

interface Components {
  schemas: Record<string, ObjectSchema>;
  responses: Record<string, Json>;
}

type Operations = Record<string, Record<string, { responses: Record<string, Json> }>>;

const reference = (kind: keyof Components, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

const schemaName = (response: Json): string | null => /"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(response))?.[1] ?? null;

export function shareResponses(document: Json): Json {
  const { paths, components } = document as { paths: Operations; components: Components };
  const places = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.entries(responses).map(([status, response]) => ({ responses, status, response })))
    .filter(({ response }) => response['$ref'] === undefined);
  for (const { responses, status, response } of places) {
    const text = JSON.stringify(response);
    const name = schemaName(response);
    if (name === null || places.filter((other) => JSON.stringify(other.response) === text).length < 2) continue;
    components.responses[name] ??= response;
    if (JSON.stringify(components.responses[name]) === text) responses[status] = reference('responses', name);
  }
  return document;
}

/** Whether other schemas can extend a schema. Schemas of requests accept no unknown properties, so they cannot be extended. */
const isExtensible = (name: string, { type, properties }: ObjectSchema): boolean =>
  type === 'object' && properties !== undefined && !name.endsWith('Input');

function hasAllOf(schema: ObjectSchema, base: ObjectSchema): boolean {
  const names = Object.keys(base.properties ?? {});
  const isSame = (name: string): boolean =>
    JSON.stringify(schema.properties?.[name]) === JSON.stringify(base.properties?.[name]) &&
    schema.required?.includes(name) === base.required?.includes(name);
  return names.length >= 3 && names.every(isSame);
}

const sizeOf = ({ properties = {} }: ObjectSchema): number => Object.keys(properties).length;

/** If a schema contains all properties of a smaller schema, it then refers to the smaller schema and adds the remaining properties. */
export function extendSchemas(document: Json): Json {
  const { schemas } = (document as { components: Components }).components;
  const objects = Object.entries(schemas).filter(([name, schema]) => isExtensible(name, schema));
  for (const [name, schema] of objects) {
    const bases = objects.filter(([, base]) => sizeOf(base) < sizeOf(schema) && hasAllOf(schema, base));
    const [baseName, base] = bases.toSorted(([, one], [, other]) => sizeOf(other) - sizeOf(one))[0] ?? [];
    if (baseName === undefined || base === undefined) continue;
    const isNew = (property: string): boolean => !(property in (base.properties ?? {}));
    const properties = Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([property]) => isNew(property)));
    const required = (schema.required ?? []).filter(isNew);
    const { additionalProperties: _, ...open } = schemas[baseName] as Json;
    schemas[baseName] = open;
    schemas[name] = { allOf: [reference('schemas', baseName), { type: 'object', properties, required }] } as ObjectSchema;
  }
  return document;
}
