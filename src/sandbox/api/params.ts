import type { Address, Metadata } from '#sandbox/records/values.ts';
import type { RawGroup, RawValue } from './form.ts';
import { invalidRequest } from './problem.ts';

/** Parser of a parameter. If the value is invalid, throws an API error that names the parameter. */
export type Param<Value> = (raw: RawValue, name: string) => Value;
export type Shape = Record<string, Param<unknown>>;
export type Values<S extends Shape> = { [Key in keyof S]?: ReturnType<S[Key]> };

export const textParam =
  (maxLength = 5000): Param<string> =>
  (raw, name) => {
    if (typeof raw !== 'string') throw invalidRequest(`Invalid string: ${name}`, { param: name });
    if (raw === '')
      throw invalidRequest(`You passed an empty string for '${name}'. It cannot be unset; leave it out or give a value.`, {
        code: 'parameter_invalid_empty',
        param: name,
      });
    if (raw.length > maxLength)
      throw invalidRequest(`Invalid string: ${name} must be at most ${maxLength} characters`, {
        code: 'parameter_invalid_string_max_length',
        param: name,
      });
    return raw;
  };

/** Parses a value. Returns null for an empty string, because an empty string removes the stored value. */
export const clearableParam =
  <Value>(inner: Param<Value>): Param<Value | null> =>
  (raw, name) =>
    raw === '' ? null : inner(raw, name);

export const integerParam: Param<number> = (raw, name) => {
  if (typeof raw !== 'string' || !/^-?\d{1,15}$/.test(raw))
    throw invalidRequest(`Invalid integer: ${describe(raw)}`, { code: 'parameter_invalid_integer', param: name });
  return Number(raw);
};

export const flagParam: Param<boolean> = (raw, name) => {
  if (raw === 'true') return true;
  if (raw === 'false') return false;
  throw invalidRequest(`Invalid boolean: ${describe(raw)}`, { param: name });
};

export const oneOf =
  <const Choice extends string>(...choices: Choice[]): Param<Choice> =>
  (raw, name) => {
    const found = choices.find((choice) => choice === raw);
    if (found === undefined) throw invalidRequest(`Invalid ${name}: must be one of ${choices.join(', ')}`, { param: name });
    return found;
  };

export const listOf =
  <Value>(inner: Param<Value>): Param<Value[]> =>
  (raw, name) => {
    if (!Array.isArray(raw)) throw invalidRequest('Invalid array', { param: name });
    return raw.map((value, index) => inner(value, `${name}[${index}]`));
  };

/** Throws if the group contains an unknown member. */
export const groupParam =
  <S extends Shape>(shape: S): Param<Values<S>> =>
  (raw, name) => {
    if (typeof raw === 'string' || Array.isArray(raw)) throw invalidRequest('Invalid object', { param: name });
    return parseGroup(raw, shape, name);
  };

/** Parses a metadata change. A key with an empty value is removed. An empty string instead of a group removes all keys (null). */
export const metadataParam: Param<Metadata | null> = (raw, name) => {
  if (raw === '') return null;
  if (typeof raw === 'string') throw invalidRequest('Metadata should be a hash.', { param: name });
  const entries = Object.entries(raw);
  if (entries.length > 50) throw invalidRequest('Metadata can have at most 50 keys.', { param: name });
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const member = `${name}[${key}]`;
      if (typeof value !== 'string') throw invalidRequest('Metadata values must be strings.', { param: member });
      if (key.length > 40) throw invalidRequest(`Metadata keys can be up to 40 characters long: ${key}`, { param: member });
      if (value.length > 500)
        throw invalidRequest(`Metadata values can have up to 500 characters. ${member} has ${value.length}.`, { param: member });
      return [key, value];
    }),
  );
};

export const addressShape = {
  city: clearableParam(textParam()),
  country: clearableParam(textParam(2)),
  line1: clearableParam(textParam()),
  line2: clearableParam(textParam()),
  postal_code: clearableParam(textParam()),
  state: clearableParam(textParam()),
};

export const expandPaths = listOf(textParam(200));

export function toAddress(value: Values<typeof addressShape> | null | undefined): Address {
  return {
    city: value?.city ?? null,
    country: value?.country ?? null,
    line1: value?.line1 ?? null,
    line2: value?.line2 ?? null,
    postal_code: value?.postal_code ?? null,
    state: value?.state ?? null,
  };
}

export function mergeMetadata(before: Metadata, change: Metadata | null | undefined): Metadata {
  if (change === null) return {};
  if (change === undefined) return before;
  const merged = Object.entries({ ...before, ...change }).filter(([, value]) => value !== '');
  return Object.fromEntries(merged);
}

export function parseGroup<S extends Shape>(raw: RawGroup, shape: S, parent = ''): Values<S> {
  const values: Record<string, unknown> = {};
  for (const key of Object.keys(raw)) {
    const name = parent === '' ? key : `${parent}[${key}]`;
    const param = Object.hasOwn(shape, key) ? shape[key] : undefined;
    const value = raw[key];
    if (!param || value === undefined)
      throw invalidRequest(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name });
    values[key] = param(value, name);
  }
  return values as Values<S>;
}

const describe = (raw: RawValue): string => (typeof raw === 'string' ? raw.slice(0, 60) : 'a group');
