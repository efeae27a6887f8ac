import { type ColorValue, cssHex } from '#tokens/build/color.ts';
import { type CompiledTokens, themesOf } from '#tokens/build/compile.ts';
import { type ContrastCheck, contrastChecks } from '#tokens/build/contrast.ts';
import { type TokenSet, literalValue } from '#tokens/build/model.ts';

export interface TokenChange {
  readonly path: string;
  readonly context: string;
  readonly isColor: boolean;
  /** Value before the change as CSS text, colors as hex; null if the token did not exist. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface ContrastChange {
  readonly foreground: string;
  readonly background: string;
  readonly theme: string;
  readonly min: number;
  readonly before: number | null;
  readonly after: number;
}

/** Returns all contexts with their token values. Reduced motion and compact density differ from light in only a few tokens. */
function contextsOf({ modes }: CompiledTokens): [context: string, tokens: TokenSet][] {
  return [...themesOf(modes), ['compact', modes.compact], ['reducedMotion', modes.reducedMotion]];
}

function valueOf(tokens: TokenSet, path: string): string | null {
  const token = tokens.get(path);
  if (token === undefined) return null;
  if (token.type === 'color') return cssHex(literalValue(tokens, path) as ColorValue);
  return token.type === 'shadow'
    ? JSON.stringify(literalValue(tokens, path))
    : token.css.replace(/^var\(.*\)$/, JSON.stringify(literalValue(tokens, path)));
}

/** Compares the final values, after resolving aliases. */
export function changedTokens(before: CompiledTokens, after: CompiledTokens): TokenChange[] {
  const earlier = new Map(contextsOf(before));
  const changes = contextsOf(after).flatMap(([context, tokens]) => {
    const old = earlier.get(context) ?? new Map();
    return [...new Set([...old.keys(), ...tokens.keys()])].flatMap((path) => {
      const change = {
        path,
        context,
        isColor: (tokens.get(path) ?? old.get(path))?.type === 'color',
        before: valueOf(old, path),
        after: valueOf(tokens, path),
      };
      return change.before === change.after ? [] : [change];
    });
  });
  // A change in `compact` or `reducedMotion` often repeats a change in `light`. Such a repeated change is listed only for `light`.
  const inLight = new Set(
    changes.filter(({ context }) => context === 'light').map(({ path, before: was, after: is }) => `${path} ${was} ${is}`),
  );
  return changes.filter(
    ({ path, context, before: was, after: is }) => !['compact', 'reducedMotion'].includes(context) || !inLight.has(`${path} ${was} ${is}`),
  );
}

export function changedContrast(before: CompiledTokens, after: CompiledTokens): ContrastChange[] {
  const key = ({ theme, foreground, background }: ContrastCheck) => `${theme} ${foreground} ${background}`;
  const earlier = new Map(
    themesOf(before.modes).flatMap(([theme, tokens]) => contrastChecks(theme, tokens).map((check) => [key(check), check.ratio] as const)),
  );
  return themesOf(after.modes)
    .flatMap(([theme, tokens]) => contrastChecks(theme, tokens))
    .filter((check) => earlier.get(key(check)) !== check.ratio)
    .map((check) => ({
      foreground: check.foreground,
      background: check.background,
      theme: check.theme,
      min: check.min,
      before: earlier.get(key(check)) ?? null,
      after: check.ratio,
    }))
    .toSorted((a, b) => a.after / a.min - b.after / b.min);
}
