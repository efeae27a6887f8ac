import type { Json } from '#server/http/openapi-parts.ts';

interface Place {
  readonly properties: Record<string, Json>;
  readonly name: string;
}

/**
 * Minimum number of equal properties that share a component. With a component for fewer properties, the generated types would be longer.
 */
const fewestUses = 4;

/** Component names for properties whose names are too general. */
const clearNames: Readonly<Record<string, string>> = { at: 'UnixTime', number: 'InvoiceNumber' };

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a property has one simple value. Lists and objects stay in place, so that readers see their entries. */
const isSimple = ({ description, type, $ref, anyOf }: Json): boolean =>
  description !== undefined && type !== undefined && type !== 'array' && type !== 'object' && $ref === undefined && anyOf === undefined;

function placesIn(part: unknown): Place[] {
  if (Array.isArray(part)) return part.flatMap(placesIn);
  if (!isObject(part)) return [];
  const properties = (part['type'] === 'object' ? (part['properties'] ?? {}) : {}) as Record<string, Json>;
  const simple = Object.keys(properties).filter((name) => isSimple(properties[name] ?? {}));
  const inside = Object.entries(part).flatMap(([key, value]) => (/^examples?$/.test(key) ? [] : placesIn(value)));
  return [...simple.map((name) => ({ properties, name })), ...inside];
}

const componentName = (property: string): string =>
  clearNames[property] ?? property.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Moves frequent property schemas into components, so that generated types contain each description only once. A component is named after
 * the property that uses the schema most often.
 */
export function shareProperties(document: Json): Json {
  const { schemas } = (document as { components: { schemas: Record<string, Json> } }).components;
  const groups = new Map<string, Place[]>();
  for (const place of placesIn(schemas)) {
    const key = JSON.stringify(place.properties[place.name]);
    groups.set(key, [...(groups.get(key) ?? []), place]);
  }
  const shared = [...groups.values()].filter((places) => places.length >= fewestUses);
  for (const places of shared.toSorted((one, other) => other.length - one.length)) {
    const uses = (name: string): number => places.filter((place) => place.name === name).length;
    const [property = ''] = places.map(({ name }) => name).toSorted((one, other) => uses(other) - uses(one));
    const [first] = places;
    const name = componentName(property);
    const schema = first?.properties[first.name];
    if (schema === undefined || name in schemas) continue;
    schemas[name] = schema;
    for (const place of places) place.properties[place.name] = { $ref: `#/components/schemas/${name}` };
  }
  return document;
}
