import { trackingText } from './css-values.ts';
import type { Modes, Token, TokenSet } from './model.ts';
import { cssName, reachesCss } from './names.ts';

/** Cascade layers from weakest to strongest. The sheet declares them before any rule, so that the load order does not matter. */
export const LAYERS = ['tokens', 'base', 'components', 'sections'] as const;

type Declaration = readonly [name: string, value: string];

/** Writes the style sheet. Properties that contain var() appear under every mode attribute, so that a mode can apply to part of a page. */
export function emitCss(modes: Modes): string {
  const tokens = [...modes.light.values()].filter((token) => reachesCss(token.path));
  const base = tokens.flatMap((token) => declarations(token, modes.light, modes.dark));
  const composed = base.filter(([, value]) => value.includes('var('));
  const densityNames = changedNames(modes, modes.compact);
  const motionNames = changedNames(modes, modes.reducedMotion);
  const literal = base.filter(([, value]) => !value.includes('var('));
  const colors = literal.filter(([name]) => isColor(name));
  const density = literal.filter(([name]) => densityNames.has(name));
  const rest = literal.filter(([name]) => !isColor(name) && !densityNames.has(name));

  const compact = inMode(modes.compact).filter(([name]) => densityNames.has(name));
  const reduced = inMode(modes.reducedMotion).filter(([name]) => motionNames.has(name));
  const highContrast = differing(pairs(modes.lightHighContrast, modes.darkHighContrast), base);
  const print = differing(pairs(modes.print, modes.print), pairs(modes.light, modes.light));
  const forced = tokens.flatMap((token) => forcedDeclaration(token));

  return [
    `@layer ${LAYERS.join(',')};`,
    '@layer tokens{',
    rule(':root', [['color-scheme', 'light dark'], ...rest]),
    rule(':root,[data-contrast=normal]', colors),
    rule(':root,[data-density=comfortable]', density),
    rule('[data-density=compact]', compact),
    rule(':root,[data-contrast],[data-density]', composed),
    rule('[data-theme=light]', [['color-scheme', 'light']]),
    rule('[data-theme=dark]', [['color-scheme', 'dark']]),
    rule('[data-motion=reduced]', reduced),
    `@media (prefers-reduced-motion:reduce){${rule(':root', reduced)}}`,
    `@media screen{${rule('[data-contrast=more]', highContrast)}}`,
    `@media screen and (prefers-contrast:more){${rule(':root:where(:not([data-contrast=normal]))', highContrast)}}`,
    `@media print{${rule(':root,[data-theme],[data-contrast]', [['color-scheme', 'light'], ...print])}}`,
    `@media (forced-colors:active){${rule(':root,[data-theme],[data-contrast]', forced)}}`,
    '}',
    '',
  ].join('\n');

  function declarations(token: Token, one: TokenSet, other: TokenSet): Declaration[] {
    const name = cssName(token.path);
    const spacing = token.type === 'typography' ? trackingText(one.get(token.path)?.literal) : undefined;
    const companion: Declaration[] = spacing === undefined ? [] : [[`${name}-tracking`, spacing]];
    return [[name, paired(cssIn(one, token.path), cssIn(other, token.path))], ...companion];
  }

  function pairs(one: TokenSet, other: TokenSet): Declaration[] {
    return tokens.flatMap((token) => declarations(token, one, other));
  }

  function inMode(mode: TokenSet): Declaration[] {
    return pairs(mode, mode);
  }

  function isColor(name: string): boolean {
    return name.startsWith('--color-');
  }
}

/** Omits aliases of changed properties, because the CSS text of an alias stays the same. */
function changedNames({ light }: Modes, mode: TokenSet): Set<string> {
  return new Set([...light.keys()].filter((path) => reachesCss(path) && cssIn(light, path) !== cssIn(mode, path)).map(cssName));
}

function cssIn(tokens: TokenSet, path: string): string {
  return tokens.get(path)?.css ?? '';
}

function paired(light: string, dark: string): string {
  return light === dark ? light : `light-dark(${light},${dark})`;
}

function differing(declared: readonly Declaration[], against: readonly Declaration[]): Declaration[] {
  const known = new Map(against);
  return declared.filter(([name, value]) => known.get(name) !== value);
}

function forcedDeclaration({ path, type, extensions }: Token): Declaration[] {
  const system = extensions.forcedColor;
  if (type !== 'color' || system === undefined || system === 'kept') return [];
  return [[cssName(path), system]];
}

function rule(selector: string, declarations: readonly Declaration[]): string {
  return `${selector}{${declarations.map(([name, value]) => `${name}:${value}`).join(';')}}`;
}
