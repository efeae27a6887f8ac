/** Rounds up. Uses the largest unit with a count of at least two: '90 seconds', '24 hours'. */
export function waitWords(seconds: number): string {
  const [name, length] = seconds >= 7200 ? ['hour', 3600] : seconds >= 120 ? ['minute', 60] : ['second', 1];
  const count = Math.ceil(seconds / length);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
