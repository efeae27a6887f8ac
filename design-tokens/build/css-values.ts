import css from '@terrazzo/plugin-css';
import type { Plugin, ResolverInput, TokenNormalized } from '@terrazzo/parser';
import { type TransformCSSValueOptions, transformCSSValue } from '@terrazzo/token-tools/css';
import { type ColorValue, cssHex } from './color.ts';
import { aliasTarget } from './model.ts';
import { cssName, reachesCss } from './names.ts';

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

/** Returns Terrazzo's CSS plugin for the CSS text of tokens. `emit-css.ts` writes the sheet, because the plugin lacks light-dark(). */
export function cssValues(inputs: readonly ResolverInput[]): Plugin {
  return css({
    skipBuild: true,
    permutations: inputs.map((input) => ({ input, prepare: (contents) => contents })),
    variableName: ({ id }) => cssName(id),
    transform: cssText,
  });
}

/** Returns a var() reference for an alias of a token with a custom property, so that it follows theme and density; otherwise a literal. */
function cssText(token: TokenNormalized, options: TransformCSSValueOptions): string {
  const target = aliasTarget(token.originalValue?.$value);
  if (target !== undefined && reachesCss(target)) return `var(${cssName(target)})`;
  if (token.$type === 'color') return cssHex(token.$value as unknown as ColorValue);
  if (token.$type === 'typography') return font(token.$value as unknown as Typography, options);
  const text = compact(String(transformCSSValue({ ...token, aliasChain: undefined }, options)));
  return token.$type === 'shadow' ? text.replaceAll(/\b0(?:px|rem)\b/g, '0') : text;
}

export function trackingText(typography: unknown): string | undefined {
  const { letterSpacing } = typography as Typography;
  return letterSpacing.value === 0 ? undefined : dimension(letterSpacing);
}

function font({ fontWeight, fontSize, lineHeight, fontFamily }: Typography, options: TransformCSSValueOptions): string {
  const families = transformCSSValue({ $type: 'fontFamily', $value: fontFamily } as unknown as TokenNormalized, options);
  return `${fontWeight} ${dimension(fontSize)}/${dimension(lineBox(fontSize, lineHeight))} ${compact(String(families))}`;
}

/** Line height in whole pixels at the default size. A factor such as 1.3333 would miss the grid by a fraction of a pixel. */
export function lineBox(size: Dimension, factor: number): Dimension {
  const perRem = size.unit === 'rem' ? 16 : 1;
  return { value: Math.round(size.value * perRem * factor) / perRem, unit: size.unit };
}

function dimension({ value, unit }: Dimension): string {
  return compact(`${Number(value.toFixed(4))}${unit}`);
}

/** Example: "0.5, 0.2" becomes ".5,.2". */
function compact(text: string): string {
  return text.replaceAll(', ', ',').replaceAll(/(?<![\w.])0\./g, '.');
}
