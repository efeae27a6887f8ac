import { type ColorValue, inSrgb, largestChroma, toHex } from './color.ts';
import type { Problem, Token, TokenSet } from './model.ts';

export function gamutProblems(tokens: TokenSet): Problem[] {
  return [...tokens.values()].flatMap((token) => {
    if (token.type !== 'color' || typeof token.value === 'string') return [];
    const { components, hex } = token.value as ColorValue;
    const expected = toHex(components);
    if (!inSrgb(components)) {
      const chroma = Math.floor(largestChroma(components) * 10_000) / 10_000;
      return [problem(token, `oklch(${components.join(' ')}) is outside sRGB; the largest chroma there is ${chroma}`)];
    }
    return channelDistance(hex, expected) <= 1
      ? []
      : [problem(token, `hex ${hex} is not the colour of oklch(${components.join(' ')}), which is ${expected}`)];
  });
}

/** Largest difference between two colors in one channel. A difference of 1 is allowed, because converters round differently. */
function channelDistance(a: string, b: string): number {
  return Math.max(
    ...[1, 3, 5].map((start) => Math.abs(Number.parseInt(a.slice(start, start + 2), 16) - Number.parseInt(b.slice(start, start + 2), 16))),
  );
}

function problem({ file, path }: Token, reason: string): Problem {
  return { gate: 'gamut', file, path, reason };
}
