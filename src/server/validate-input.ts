import type { z } from 'zod';
import type { FieldError } from '#lib/call-error.ts';
import { invalidRequest } from './platform-error.ts';

export type InputPlace = 'params' | 'query' | 'body';

const fieldPath = (place: string, path: readonly PropertyKey[]): string => [place, ...path.map(String)].join('.');

/** For an enum, replaces Zod's message, which lists the allowed values with quotes and bars. */
const wordsOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_value' && issue.message.startsWith('Invalid option')
    ? `must be one of ${issue.values.join(', ')}`
    : issue.message;

function fieldsOf(place: InputPlace, issues: readonly z.core.$ZodIssue[]): FieldError[] {
  return issues.flatMap((issue): FieldError[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: fieldPath(place, [...issue.path, key]), message: 'is not a known field' }))
      : [{ path: fieldPath(place, issue.path), message: wordsOf(issue) }],
  );
}

/** The part of a Zod schema that validation uses. The schemas of platform calls and of admin calls have this type. */
export interface InputSchema {
  readonly safeParse: (value: unknown) => { success: true; data: unknown } | { success: false; error: { issues: z.core.$ZodIssue[] } };
}

/** @throws {PlatformError} 400 naming every invalid field */
export function validateBy(place: InputPlace, schema: InputSchema, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [first, ...others] = fieldsOf(place, result.error.issues);
  throw invalidRequest([first ?? { path: place, message: 'is not valid' }, ...others]);
}

/** A call without a schema accepts no query. @throws {PlatformError} 400 naming every invalid or unknown field */
export function validateQueryBy(schema: InputSchema | undefined, values: Readonly<Record<string, string>>): unknown {
  if (schema) return validateBy('query', schema, values);
  const [unknown] = Object.keys(values);
  if (unknown !== undefined) throw invalidRequest([{ path: `query.${unknown}`, message: 'is not a known field' }]);
  return {};
}
