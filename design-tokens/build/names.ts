import { tierOf } from './model.ts';

export function kebab(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns the custom property of a token: `component.planCard.bgCurrent` becomes `--plan-card-bg-current`. */
export function cssName(path: string): string {
  const parts = path.split('.');
  return `--${(parts[0] === 'component' ? parts.slice(1) : parts).map(kebab).join('-')}`;
}

/** False for breakpoints, because media queries and container queries cannot use custom properties. */
export function reachesCss(path: string): boolean {
  return tierOf(path) !== 'reference' && !path.startsWith('breakpoint.');
}

/** Returns the most similar candidate, if the difference could be a typing error. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(3, Math.ceil(name.length / 2));
  for (const candidate of candidates) {
    const distance = editDistance(name, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(previous[column]! + 1, current[column - 1]! + 1, substitution));
    }
    previous = current;
  }
  return previous[b.length]!;
}
