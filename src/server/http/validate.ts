import type { z } from 'zod';
import { schemasByName, type SchemaName } from '#contract/schemas.ts';
import type { FieldError } from '#lib/call-error.ts';
import { invalidRequest } from '#server/platform-error.ts';
import { refuseNul } from './body.ts';

type Place = 'params' | 'query' | 'body';

const fieldPath = (place: string, path: readonly PropertyKey[]): string => [place, ...path.map(String)].join('.');

function fieldsOf(place: Place, issues: readonly z.core.$ZodIssue[]): FieldError[] {
  return issues.flatMap((issue): FieldError[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: fieldPath(place, [...issue.path, key]), message: 'is not a known field' }))
      : [{ path: fieldPath(place, issue.path), message: issue.message }],
  );
}

/**
 * A part of a request, as its schema has it.
 * @throws {PlatformError} 400 naming every field that is wrong
 */
export function validateInput(place: Place, name: SchemaName, value: unknown): unknown {
  const result = schemasByName[name].safeParse(value);
  if (result.success) return result.data;
  const [first, ...others] = fieldsOf(place, result.error.issues);
  throw invalidRequest([first ?? { path: place, message: 'is not valid' }, ...others]);
}

/**
 * Query parameters as the schemas take them: one text each.
 * @throws {PlatformError} 400 naming a parameter that is given twice
 */
export function queryValues(query: URLSearchParams): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of query) {
    if (values.has(name)) throw invalidRequest([{ path: `query.${name}`, message: 'is given more than once' }]);
    refuseNul(`query.${name}`, value.includes('\0'));
    values.set(name, value);
  }
  return Object.fromEntries(values);
}
