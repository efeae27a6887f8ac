import type { Json } from '#server/http/openapi-parts.ts';

type Words = Readonly<Record<string, string>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Keys of a schema whose values are no schemas. */
const isExample = (key: string): boolean => key === 'example' || key === 'examples';

/** Adds descriptions to the properties of all object schemas in a part of a document, except one with a title, which is described as a whole. @param owner name of the component */
function describeIn(part: unknown, owner: string, words: Words): void {
  if (Array.isArray(part)) for (const one of part) describeIn(one, owner, words);
  if (!isObject(part) || Array.isArray(part)) return;
  const { properties } = part;
  if (isObject(properties) && part['type'] === 'object' && part['title'] === undefined)
    for (const [name, schema] of Object.entries(properties)) {
      const text = words[`${owner}.${name}`] ?? words[name];
      if (isObject(schema) && schema['description'] === undefined && text !== undefined) schema['description'] = text;
    }
  for (const [key, value] of Object.entries(part)) if (!isExample(key)) describeIn(value, owner, words);
}

/** Adds the descriptions of properties and parameters to a document. */
export function describeProperties(document: Json, words: Words): Json {
  const { paths, webhooks, components } = document as {
    paths: Record<string, Record<string, { parameters: Json[] }>>;
    webhooks: unknown;
    components: { schemas: Record<string, Json> };
  };
  for (const [name, schema] of Object.entries(components.schemas)) describeIn(schema, name, words);
  describeIn(paths, '', words);
  describeIn(webhooks, '', words);
  for (const { parameters } of Object.values(paths).flatMap((methods) => Object.values(methods)))
    for (const parameter of parameters) {
      const { name, in: place } = parameter as { name: string; in: string };
      const text = words[`${place}.${name}`] ?? words[name];
      if (text !== undefined) parameter['description'] ??= text;
    }
  return document;
}
