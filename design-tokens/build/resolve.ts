import type { Problem, Token, TokenSet } from './model.ts';
import { TokenError, aliasTarget, aliasesIn } from './model.ts';
import type { Sources } from './parse.ts';

/** One context per modifier, for example `{ theme: 'dark', density: 'compact' }`; what is left out is the default. */
export type Selection = Readonly<Record<string, string>>;

/**
 * The tokens of one selection. Later sources win; a token that overrides an earlier one keeps the earlier
 * description and extensions unless it states its own, so a contrast contract is written once, on the default theme.
 */
export function selectTokens({ document, files }: Sources, selection: Selection = {}): TokenSet {
  const tokens = new Map<string, Token>();
  for (const { $ref } of document.resolutionOrder) {
    const [, kind, name = ''] = $ref.split('/');
    if (kind === 'sets') {
      add(document.sets[name]?.sources ?? []);
      continue;
    }
    const modifier = document.modifiers[name];
    if (modifier === undefined) continue;
    const chosen = selection[name] ?? modifier.default;
    add(modifier.contexts[modifier.default] ?? []);
    if (chosen !== modifier.default) add(modifier.contexts[chosen] ?? []);
  }
  return tokens;

  function add(sources: readonly { $ref: string }[]): void {
    for (const token of sources.flatMap((source) => files.get(source.$ref) ?? [])) {
      const earlier = tokens.get(token.path);
      tokens.set(token.path, {
        ...token,
        description: token.description ?? earlier?.description,
        extensions: { ...earlier?.extensions, ...token.extensions },
      });
    }
  }
}

/**
 * A context of a modifier must define the same tokens as the default one. A theme that forgets a colour would
 * otherwise show another theme's. A modifier whose default is empty (motion) overrides earlier sets and is exempt.
 */
export function contextProblems({ document, files }: Sources): Problem[] {
  const problems: Problem[] = [];
  for (const [modifierName, { contexts, default: standard }] of Object.entries(document.modifiers)) {
    const pathsOf = (context: string): Map<string, string> =>
      new Map((contexts[context] ?? []).flatMap(({ $ref }) => (files.get($ref) ?? []).map((token) => [token.path, token.file] as const)));
    const expected = pathsOf(standard);
    if (expected.size === 0) continue;
    for (const [context, sources] of Object.entries(contexts)) {
      const actual = pathsOf(context);
      const file = sources[0]?.$ref ?? modifierName;
      for (const path of expected.keys()) {
        if (!actual.has(path))
          problems.push({ gate: 'modes', file, path, reason: `${modifierName} "${context}" does not define it, but "${standard}" does` });
      }
      for (const [path, where] of actual) {
        if (!expected.has(path))
          problems.push({
            gate: 'modes',
            file: where,
            path,
            reason: `${modifierName} "${context}" defines it, but "${standard}" does not`,
          });
      }
    }
  }
  return problems;
}

/** The literal value behind a token: aliases followed to their end, composites member by member. */
export function literalValue(tokens: TokenSet, path: string): unknown {
  const token = tokens.get(path);
  if (token === undefined) throw new TokenError([{ gate: 'aliases', file: '(resolve)', path, reason: 'is not a token' }]);
  return literal(tokens, token.value);
}

function literal(tokens: TokenSet, value: unknown): unknown {
  const target = aliasTarget(value);
  if (target !== undefined) return literalValue(tokens, target);
  if (Array.isArray(value)) return value.map((item) => literal(tokens, item));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, literal(tokens, item)]));
}

/** Every token that a token reaches through aliases, nearest first, without itself. */
export function reachedFrom(tokens: TokenSet, path: string): string[] {
  const seen = new Set<string>();
  const queue = [path];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const target of aliasesIn(tokens.get(next)?.value)) {
      if (seen.has(target)) continue;
      seen.add(target);
      queue.push(target);
    }
  }
  return [...seen];
}
