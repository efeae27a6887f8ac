/** How an organization is named on the command line. */
export const organizationForm = 'its slug: lower-case letters, digits and hyphens, such as acme';

/** Unix seconds of an instant by ISO 8601 with its zone, such as 2026-05-31T12:00:00Z; null for other text. */
export function secondsOfInstant(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(text)) return null;
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000);
}
