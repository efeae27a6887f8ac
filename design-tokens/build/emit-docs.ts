import { type ColorValue, cssHex } from './color.ts';
import { type Workspace, workspaceProblems } from './check.ts';
import { themesOf } from './compile.ts';
import { type ContrastCheck, contrastChecks } from './contrast.ts';
import { type Problem, type Tier, aliasesIn, literalValue, tierOf } from './model.ts';
import { cssName, reachesCss } from './names.ts';
import type { TokenType } from './schema.ts';
import type { TokenUse } from './usage.ts';

export interface TokenDoc {
  readonly path: string;
  /** Name of the custom property; undefined if CSS does not contain the token. */
  readonly property: string | undefined;
  readonly tier: Tier;
  readonly type: TokenType;
  readonly description: string | undefined;
  readonly file: string;
  readonly reserved: string | undefined;
  readonly forcedColor: string | undefined;
  readonly aliases: readonly string[];
  /** CSS text by theme, with colors in hex. Themes with the same value as the light theme are omitted. */
  readonly values: Readonly<Record<string, string>>;
  readonly uses: readonly TokenUse[];
}

export interface RampStep {
  readonly step: string;
  readonly path: string;
  readonly hex: string;
  /** Lightness from 0 to 1, chroma, and hue in degrees. */
  readonly oklch: readonly [number, number, number];
}

export interface TokenDocs {
  readonly tokens: readonly TokenDoc[];
  readonly ramps: Readonly<Record<string, readonly RampStep[]>>;
  readonly contrast: readonly ContrastCheck[];
  readonly problems: readonly Problem[];
}

export function emitDocs(workspace: Workspace): TokenDocs {
  const { modes } = workspace.compiled;
  const tokens = [...modes.light.values()];
  return {
    tokens: tokens.map(({ path, type, description, file, extensions, value }) => ({
      path,
      property: reachesCss(path) ? cssName(path) : undefined,
      tier: tierOf(path),
      type,
      description,
      file,
      reserved: extensions.reserved,
      forcedColor: extensions.forcedColor,
      aliases: aliasesIn(value),
      values: valuesByTheme(workspace, path),
      uses: workspace.usage.get(path) ?? [],
    })),
    ramps: ramps(workspace),
    contrast: themesOf(modes).flatMap(([theme, set]) => contrastChecks(theme, set)),
    problems: workspaceProblems(workspace),
  };
}

function valuesByTheme({ compiled: { modes } }: Workspace, path: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [theme, tokens] of themesOf(modes)) {
    const token = tokens.get(path);
    if (token === undefined) continue;
    const text = token.type === 'color' ? cssHex(literalValue(tokens, path) as ColorValue) : token.css;
    if (text !== values['light']) values[theme] = text;
  }
  return values;
}

function ramps({ compiled: { modes } }: Workspace): Record<string, RampStep[]> {
  const byHue: Record<string, RampStep[]> = {};
  for (const { path, value } of modes.light.values()) {
    const [, hue, step] = /^color\.ref\.(\w+)\.(\w+)$/.exec(path) ?? [];
    if (hue === undefined || step === undefined) continue;
    const { components, hex } = value as ColorValue;
    (byHue[hue] ??= []).push({ step, path, hex, oklch: components });
  }
  return byHue;
}
