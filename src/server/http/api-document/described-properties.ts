import type { Json } from '#server/http/openapi-parts.ts';

type Words = Readonly<Record<string, string>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const isExample = (key: string): boolean => key === 'example' || key === 'examples';

interface DocumentWords {
  readonly properties: Words;
  readonly schemas: Words;
}

/** Whether a property needs no description, because its component has one. A property `previous_...` always needs a description. */
const isDescribedByComponent = (name: string, { $ref }: Json, schemas: Words): boolean =>
  typeof $ref === 'string' && $ref.slice($ref.lastIndexOf('/') + 1) in schemas && !name.startsWith('previous_');

/** If an object has a title, the title describes the whole object instead of each property. @param owner name of the component */
function describeIn(part: unknown, owner: string, words: DocumentWords): void {
  if (Array.isArray(part)) for (const one of part) describeIn(one, owner, words);
  if (!isObject(part) || Array.isArray(part)) return;
  const { properties } = part;
  if (isObject(properties) && part['type'] === 'object' && part['title'] === undefined)
    for (const [name, schema] of Object.entries(properties)) {
      const text = words.properties[`${owner}.${name}`] ?? words.properties[name];
      if (!isObject(schema) || isDescribedByComponent(name, schema, words.schemas)) continue;
      if (schema['description'] === undefined && text !== undefined) schema['description'] = text;
    }
  for (const [key, value] of Object.entries(part)) if (!isExample(key)) describeIn(value, owner, words);
}

/** If more than this many calls use a parameter, its schema gets the description, so that generated types do not repeat it at each call. */
const fewCalls = 3;

function describeParameter(parameter: Json, all: readonly Json[], words: Words): void {
  const { name, in: place, schema } = parameter as { name: string; in: string; schema: Json };
  const text = words[`${place}.${name}`] ?? words[name];
  const uses = all.filter((other) => other['name'] === name && other['in'] === place).length;
  if (text === undefined || parameter['description'] !== undefined) return;
  if (uses > fewCalls) parameter['schema'] = { ...schema, description: text };
  else parameter['description'] = text;
}

export function describeProperties(document: Json, words: DocumentWords): Json {
  const { paths, webhooks, components } = document as {
    paths: Record<string, Record<string, { parameters: Json[] }>>;
    webhooks: unknown;
    components: { schemas: Record<string, Json> };
  };
  for (const [name, schema] of Object.entries(components.schemas)) {
    describeIn(schema, name, words);
    if (words.schemas[name] !== undefined) schema['description'] ??= words.schemas[name];
  }
  describeIn(paths, '', words);
  describeIn(webhooks, '', words);
  const parameters = Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((operation) => operation.parameters));
  for (const parameter of parameters) describeParameter(parameter, parameters, words.properties);
  return document;
}
