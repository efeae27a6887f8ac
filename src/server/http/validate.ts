import { schemasByName, type SchemaName } from '#contract/schemas.ts';
import { invalidRequest } from '#server/platform-error.ts';
import { validateBy, type InputPlace } from '#server/validate-input.ts';
import { refuseNul } from './body.ts';

/** @throws {PlatformError} 400 naming every invalid field */
export const validateInput = (place: InputPlace, name: SchemaName, value: unknown): unknown =>
  validateBy(place, schemasByName[name], value);

/** @throws {PlatformError} 400 naming a parameter that occurs twice */
export function queryValues(query: URLSearchParams): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of query) {
    if (values.has(name)) throw invalidRequest([{ path: `query.${name}`, message: 'is given more than once' }]);
    refuseNul(`query.${name}`, value.includes('\0'));
    values.set(name, value);
  }
  return Object.fromEntries(values);
}
