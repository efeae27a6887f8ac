import { type Modes, type TokenSet, literalValue, tierOf } from './model.ts';
import { cssName, reachesCss } from './names.ts';
import type { ColorValue } from './color.ts';

export function emitTypes(modes: Modes): string {
  const tokens = modes.light;
  const names = [...tokens.keys()].filter(reachesCss);
  const colors = names.filter((path) => tokens.get(path)?.type === 'color' && tierOf(path) === 'semantic');
  return [
    '// Generated from design-tokens/; edits are overwritten.',
    '',
    '/** Every token that reaches CSS, by its path. */',
    `export type TokenName =\n${names.map((path) => `  | '${path}'`).join('\n')};`,
    '',
    '/** The custom property of every token. */',
    `export type TokenProperty =\n${names.map((path) => `  | '${cssName(path)}'`).join('\n')};`,
    '',
    '/** Semantic colours, for props that take a colour by meaning. */',
    `export type ColorName =\n${colors.map((path) => `  | '${path}'`).join('\n')};`,
    '',
    '/** Chart series in their fixed order, as CSS values that follow the theme. */',
    constant(
      'chartSeries',
      names.filter((path) => path.startsWith('color.chart.')).map((path) => `var(${cssName(path)})`),
    ),
    '',
    '/** Container and viewport widths at which the layout changes, in rem. */',
    constant('breakpointRem', group(tokens, 'breakpoint.')),
    '',
    '/** Animation lengths in milliseconds, before the wish for reduced motion is applied. */',
    constant('durationMs', group(tokens, 'motion.duration.')),
    '',
    '/** Stacking order of what floats above the page. */',
    constant('layer', group(tokens, 'layer.')),
    '',
    '/** Canvas colours for the theme-color of the document head. */',
    constant('canvasColor', { light: hex(modes.light, 'color.surface.canvas'), dark: hex(modes.dark, 'color.surface.canvas') }),
    '',
  ].join('\n');
}

function constant(name: string, value: unknown): string {
  return `export const ${name} = ${JSON.stringify(value)} as const;`;
}

function group(tokens: TokenSet, prefix: string): Record<string, number> {
  const members = [...tokens.keys()].filter((path) => path.startsWith(prefix));
  return Object.fromEntries(members.map((path) => [path.slice(prefix.length), amount(literalValue(tokens, path))]));
}

function amount(value: unknown): number {
  return typeof value === 'number' ? value : (value as { value: number }).value;
}

function hex(tokens: TokenSet, path: string): string {
  return (literalValue(tokens, path) as ColorValue).hex;
}
