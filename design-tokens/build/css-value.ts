import { type ColorValue, cssHex } from './color.ts';
import type { Token, TokenSet } from './model.ts';
import { aliasTarget } from './model.ts';
import { cssName, reachesCss } from './names.ts';
import { literalValue } from './resolve.ts';

interface Dimension {
  readonly value: number;
  readonly unit: 'px' | 'rem';
}

interface Typography {
  readonly fontFamily: readonly string[];
  readonly fontSize: Dimension;
  readonly fontWeight: number;
  readonly letterSpacing: Dimension;
  readonly lineHeight: number;
}

interface ShadowLayer {
  readonly color: unknown;
  readonly offsetX: Dimension;
  readonly offsetY: Dimension;
  readonly blur: Dimension;
  readonly spread: Dimension;
}

/**
 * CSS text of a token. An alias to a token that CSS knows becomes var(), so that a theme or density switch reaches
 * everything built on it; an alias to a reference token becomes its literal.
 */
export function cssValue(tokens: TokenSet, token: Token): string {
  const target = aliasTarget(token.value);
  if (target !== undefined && reachesCss(target)) return `var(${cssName(target)})`;
  if (token.type === 'shadow') return shadow(token);
  return literalCss(token.type, literalValue(tokens, token.path));
}

/** Letter spacing is no part of the font shorthand; it gets a companion property when it is not 0. */
export function tracking(tokens: TokenSet, token: Token): string | undefined {
  if (token.type !== 'typography') return undefined;
  const { letterSpacing } = literalValue(tokens, token.path) as Typography;
  return letterSpacing.value === 0 ? undefined : dimension(letterSpacing);
}

function literalCss(type: Token['type'], value: unknown): string {
  switch (type) {
    case 'color':
      return cssHex(value as ColorValue);
    case 'dimension':
      return dimension(value as Dimension);
    case 'duration': {
      const { value: amount, unit } = value as { value: number; unit: string };
      return `${short(amount)}${unit}`;
    }
    case 'cubicBezier':
      return `cubic-bezier(${(value as number[]).map(short).join(',')})`;
    case 'fontFamily':
      return families(value as string[]);
    case 'typography':
      return font(value as Typography);
    default:
      return short(value as number);
  }
}

function font({ fontWeight, fontSize, lineHeight, fontFamily }: Typography): string {
  return `${fontWeight} ${dimension(fontSize)}/${dimension(lineBox(fontSize, lineHeight))} ${families(fontFamily)}`;
}

/**
 * Height of one line. Whole pixels at the default size: a unitless factor such as 1.3333 would leave every line a
 * fraction short of the grid.
 */
export function lineBox(size: Dimension, factor: number): Dimension {
  const perRem = size.unit === 'rem' ? 16 : 1;
  return { value: Math.round(size.value * perRem * factor) / perRem, unit: size.unit };
}

const GENERIC = new Set(['sans-serif', 'serif', 'monospace', 'system-ui', 'ui-monospace', 'ui-sans-serif']);

function families(names: readonly string[]): string {
  return names.map((name) => (GENERIC.has(name) ? name : `"${name}"`)).join(',');
}

function shadow(token: Token): string {
  const layers = (Array.isArray(token.value) ? token.value : [token.value]) as ShadowLayer[];
  return layers
    .map(({ color, offsetX, offsetY, blur, spread }) => {
      const target = aliasTarget(color);
      const paint = target === undefined ? cssHex(color as ColorValue) : `var(${cssName(target)})`;
      return `${[offsetX, offsetY, blur, spread].map(length).join(' ')} ${paint}`;
    })
    .join(',');
}

/** Zero keeps its unit: calc(1rem + 0) is not valid CSS. */
function dimension({ value, unit }: Dimension): string {
  return `${short(value)}${unit}`;
}

function length(size: Dimension): string {
  return size.value === 0 ? '0' : dimension(size);
}

/** 0.5 -> .5 */
function short(value: number): string {
  return String(Number(value.toFixed(4))).replace(/^(-?)0\./, '$1.');
}
