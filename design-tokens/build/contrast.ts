import { type ColorValue, contrastRatio, inSrgb, largestChroma, toHex } from './color.ts';
import { type ContrastContract, type Problem, type Token, type TokenSet, literalValue } from './model.ts';
import { nearest } from './names.ts';

export interface ContrastCheck {
  readonly theme: string;
  readonly foreground: string;
  readonly background: string;
  readonly foregroundHex: string;
  readonly backgroundHex: string;
  readonly role: ContrastContract['role'];
  readonly ratio: number;
  readonly min: number;
  readonly passes: boolean;
  readonly file: string;
}

export function contrastChecks(theme: string, tokens: TokenSet): ContrastCheck[] {
  return [...tokens.values()].flatMap((token) => {
    const contract = token.extensions.contrast;
    if (contract === undefined) return [];
    const min = theme.endsWith('HighContrast') ? contract.minHighContrast : contract.min;
    const foregroundHex = hexOf(tokens, token.path);
    return contract.on
      .filter((surface) => tokens.get(surface)?.type === 'color')
      .map((background) => {
        const backgroundHex = hexOf(tokens, background);
        const ratio = contrastRatio(foregroundHex, backgroundHex);
        const passes = ratio >= min;
        return {
          theme,
          foreground: token.path,
          background,
          foregroundHex,
          backgroundHex,
          role: contract.role,
          ratio,
          min,
          passes,
          file: token.file,
        };
      });
  });
}

export function contrastProblems(theme: string, tokens: TokenSet): Problem[] {
  return contrastChecks(theme, tokens)
    .filter((check) => !check.passes)
    .map((check) => ({
      gate: 'contrast',
      file: check.file,
      path: check.foreground,
      reason:
        `on ${check.background} in theme "${theme}" is ${check.foregroundHex} on ${check.backgroundHex}, ` +
        `${floor(check.ratio)}:1, and needs ${check.min}:1; ${remedy(tokens, check)}`,
    }));
}

function remedy(tokens: TokenSet, { foreground, backgroundHex, min }: ContrastCheck): string {
  const { components } = literalValue(tokens, foreground) as ColorValue;
  const found = passingLightness(components, backgroundHex, min);
  if (found === undefined) return 'no lightness passes there, so the surface must change';
  return `it passes at lightness ${found.lightness} or ${found.direction} (${found.hex})`;
}

interface Passing {
  readonly lightness: number;
  readonly direction: 'below' | 'above';
  readonly hex: string;
}

/**
 * Returns the lightness nearest to `start`, in steps of 0.005, at which the contrast is at least `min`. Keeps the hue.
 * Reduces the chroma if sRGB requires it.
 */
export function passingLightness([start, chroma, hue]: ColorValue['components'], backgroundHex: string, min: number): Passing | undefined {
  for (let distance = 0; distance <= 1; distance = round(distance + 0.005)) {
    for (const direction of ['below', 'above'] as const) {
      const lightness = round(direction === 'below' ? Math.floor(start * 200) / 200 - distance : Math.ceil(start * 200) / 200 + distance);
      if (lightness < 0 || lightness > 1) continue;
      const hex = toHex([lightness, inSrgb([lightness, chroma, hue]) ? chroma : largestChroma([lightness, chroma, hue]), hue]);
      if (contrastRatio(hex, backgroundHex) >= min) return { lightness, direction, hex };
    }
  }
  return undefined;
}

/**
 * Checks that the backgrounds in contrast contracts exist, that the contrast ratios are high enough, and that every text, edge and
 * background token is in a contract.
 */
export function contractProblems(tokens: TokenSet): Problem[] {
  const problems: Problem[] = [];
  const covered = new Set<string>();
  for (const token of tokens.values()) {
    const contract = token.extensions.contrast;
    if (contract === undefined) {
      if (needsContract(token))
        problems.push(problem(token, 'is a text or edge colour and must list the surfaces it may stand on ($extensions contrast)'));
      continue;
    }
    if (contract.role === 'text') for (const surface of contract.on) covered.add(surface);
    problems.push(...surfaceProblems(tokens, token, contract), ...limitProblems(token, contract));
  }
  for (const token of tokens.values()) {
    if (!token.path.startsWith('color.surface.') || covered.has(token.path)) continue;
    problems.push(problem(token, 'is on the list of no text colour; add it to the contract of each text that may stand on it'));
  }
  return problems;
}

function needsContract({ path, type }: Token): boolean {
  return (
    type === 'color' &&
    (/^color\.(text|chart)\./.test(path) || /^color\.(?!ref\.).*\.(text|edge)$/.test(path) || path === 'color.focus.ring')
  );
}

function surfaceProblems(tokens: TokenSet, token: Token, { on }: ContrastContract): Problem[] {
  return on.flatMap((surface) => {
    const found = tokens.get(surface);
    if (found === undefined) {
      const close = nearest(surface, tokens.keys());
      return [problem(token, `its contract names the unknown surface ${surface}${close === undefined ? '' : `; did you mean ${close}?`}`)];
    }
    if (found.type !== 'color') return [problem(token, `its contract names ${surface}, which is a ${found.type}, not a color`)];
    const { alpha = 1 } = literalValue(tokens, surface) as ColorValue;
    return alpha === 1 ? [] : [problem(token, `its contract names ${surface}, which is translucent: what shows through is unknown`)];
  });
}

/** The required contrast must be at least 7 for text (10 with high contrast), 4.5 (7) for disabled text, and 3 for edges and shapes. */
function limitProblems(token: Token, { role, min, minHighContrast }: ContrastContract): Problem[] {
  const disabled = token.path.endsWith('.disabled');
  const [least, leastHigh] = role === 'nontext' ? [3, 3] : disabled ? [4.5, 7] : [7, 10];
  const weak = [
    min < least ? `min ${min} is below ${least}` : '',
    minHighContrast < leastHigh ? `minHighContrast ${minHighContrast} is below ${leastHigh}` : '',
  ];
  return weak
    .filter((text) => text !== '')
    .map((text) => problem(token, `its contract is too weak: ${text} for ${disabled ? 'disabled text' : role}`));
}

function hexOf(tokens: TokenSet, path: string): string {
  return (literalValue(tokens, path) as ColorValue).hex;
}

function problem({ file, path }: Token, reason: string): Problem {
  return { gate: 'contrast', file, path, reason };
}

function floor(ratio: number): number {
  return Math.floor(ratio * 100) / 100;
}

function round(value: number): number {
  return Number(value.toFixed(3));
}
