import type { TokenDocs } from 'virtual:design-tokens';

type Check = TokenDocs['contrast'][number];

export interface BrokenPair {
  readonly foreground: string;
  readonly background: string;
  readonly role: Check['role'];
  readonly sentence: string;
}

/** Formats a contrast ratio, rounded down, so that a ratio slightly below its limit does not appear to meet the limit. */
export const contrastFloor = (ratio: number): string => (Math.floor(ratio * 100) / 100).toFixed(2);

export function brokenPairs({ tokens, contrast }: TokenDocs): BrokenPair[] {
  const properties = new Map(tokens.map(({ path, property }) => [path, property]));
  return contrast.flatMap(({ passes, foreground, background, role, ratio, min, theme }) => {
    const [front, ground] = [properties.get(foreground), properties.get(background)];
    if (passes || front === undefined || ground === undefined) return [];
    return [
      {
        foreground: front,
        background: ground,
        role,
        sentence: `${foreground} on ${background} is ${contrastFloor(ratio)}:1 in theme ${theme} and needs ${min}:1`,
      },
    ];
  });
}
