import { InvalidArgumentError } from 'commander';

export const organizationForm = 'its slug: lower-case letters, digits and hyphens, such as acme';

/** Returns the Unix seconds of an ISO 8601 instant with a time zone, such as 2026-05-31T12:00:00Z; null for any other text. */
export function secondsOfInstant(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(text)) return null;
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000);
}

/** Absent options are omitted, and `none` becomes null. */
export const bodyOf = (options: Readonly<Record<string, unknown>>, names: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([option, field]) => {
      const value = options[option];
      return value === undefined ? [] : [[field, value === 'none' ? null : value]];
    }),
  );

export function switchOf(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('It must be on or off.');
  return text === 'on';
}

/** Parses an ISO 8601 instant, such as 2026-05-31T12:00:00Z, or unix seconds. */
export function timeOf(text: string): number {
  const seconds = /^\d+$/.test(text) ? Number(text) : secondsOfInstant(text);
  if (seconds === null || !Number.isSafeInteger(seconds))
    throw new InvalidArgumentError('It must be an instant with its zone, such as 2026-05-31T12:00:00Z.');
  return seconds;
}

/** Parses a comma-separated list. The text `none` is an empty list. */
export const listOf = (text: string): string[] =>
  text === 'none'
    ? []
    : text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean);
