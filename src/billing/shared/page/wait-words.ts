const units = [
  { name: 'hour', seconds: 3600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
] as const;

/** How long to wait, rounded up, in the largest unit of which there are two at least: '90 seconds', '24 hours'. */
export function waitWords(seconds: number): string {
  const { name, seconds: length } = units.find((unit) => seconds >= 2 * unit.seconds) ?? units[2];
  const count = Math.ceil(seconds / length);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
