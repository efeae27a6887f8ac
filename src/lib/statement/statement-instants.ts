/** '2026-05-31T12:00:00Z' for a unix time. */
export const instantText = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, -'.000Z'.length)}Z`;

/** @throws RangeError unless the text is an instant as `instantText` writes it */
export function secondsOfInstantText(text: string): number {
  const seconds = Date.parse(text) / 1000;
  if (!Number.isSafeInteger(seconds) || instantText(seconds) !== text) throw new RangeError(`Not an instant: ${text}`);
  return seconds;
}
