import type { Problem, Token, TokenSet } from './model.ts';
import { aliasTarget, aliasesIn, tierOf } from './model.ts';
import { cssName, nearest, reachesCss } from './names.ts';

/** Alias gate of one selection: unknown, cyclic, of the wrong type, or against the order of the tiers. */
export function aliasProblems(tokens: TokenSet): Problem[] {
  return [...tokens.values()].flatMap((token) => [...linkProblems(tokens, token), ...tierProblems(token), ...cycleProblems(tokens, token)]);
}

function linkProblems(tokens: TokenSet, token: Token): Problem[] {
  const problems: Problem[] = [];
  for (const [target, expected] of typedAliases(token)) {
    const found = tokens.get(target);
    if (found === undefined) {
      const close = nearest(target, tokens.keys());
      problems.push(problem(token, `alias {${target}} names no token${close === undefined ? '' : `; did you mean {${close}}?`}`));
    } else if (found.type !== expected) {
      problems.push(problem(token, `needs a ${expected}, but {${target}} is a ${found.type}`));
    }
  }
  return problems;
}

const MEMBER_TYPES: Readonly<Record<string, string>> = {
  fontFamily: 'fontFamily',
  fontSize: 'dimension',
  fontWeight: 'fontWeight',
  letterSpacing: 'dimension',
  lineHeight: 'number',
  color: 'color',
  offsetX: 'dimension',
  offsetY: 'dimension',
  blur: 'dimension',
  spread: 'dimension',
};

/** Each alias of a token with the type it must have there. */
function typedAliases(token: Token): [target: string, expected: string][] {
  const direct = aliasTarget(token.value);
  if (direct !== undefined) return [[direct, token.type]];
  const composites = Array.isArray(token.value) ? token.value : [token.value];
  return composites.flatMap((composite) =>
    Object.entries((composite ?? {}) as object).flatMap(([member, value]): [string, string][] => {
      const target = aliasTarget(value);
      return target === undefined ? [] : [[target, MEMBER_TYPES[member] ?? token.type]];
    }),
  );
}

function tierProblems(token: Token): Problem[] {
  const tier = tierOf(token.path);
  if (tier === 'component' && aliasTarget(token.value) === undefined) {
    return [problem(token, 'is a component token and must be an alias to a semantic token')];
  }
  return aliasesIn(token.value).flatMap((target) => {
    const to = tierOf(target);
    if (tier === 'reference') return [problem(token, `is a reference token and holds raw values only, not {${target}}`)];
    if (tier === 'component' && to !== 'semantic') return [problem(token, `may alias semantic tokens only; {${target}} is a ${to} token`)];
    if (tier === 'semantic' && to === 'component') return [problem(token, `may not depend on the component token {${target}}`)];
    // A shadow is composed from theme colours; any other chain between semantic tokens hides which one decides.
    if (tier === 'semantic' && to === 'semantic' && token.type !== 'shadow') {
      return [problem(token, `may alias reference tokens only; {${target}} is a semantic token`)];
    }
    return [];
  });
}

function cycleProblems(tokens: TokenSet, token: Token): Problem[] {
  const trail = findCycle(tokens, token.path, [token.path]);
  return trail === undefined ? [] : [problem(token, `alias cycle: ${trail.join(' -> ')}`)];
}

/** The way back to the first path of the trail, if there is one. Cycles further on are reported at their own tokens. */
function findCycle(tokens: TokenSet, path: string, trail: readonly string[]): readonly string[] | undefined {
  for (const target of aliasesIn(tokens.get(path)?.value)) {
    if (target === trail[0]) return [...trail, target];
    if (trail.includes(target)) continue;
    const found = findCycle(tokens, target, [...trail, target]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Two paths must not become the same custom property: the later one would silently win. */
export function nameProblems(tokens: TokenSet): Problem[] {
  const owners = new Map<string, string>();
  const problems: Problem[] = [];
  for (const token of tokens.values()) {
    if (!reachesCss(token.path)) continue;
    const name = cssName(token.path);
    const owner = owners.get(name);
    if (owner === undefined) owners.set(name, token.path);
    else problems.push({ gate: 'names', file: token.file, path: token.path, reason: `becomes ${name}, which is already ${owner}` });
  }
  return problems;
}

function problem(token: Token, reason: string): Problem {
  return { gate: 'aliases', file: token.file, path: token.path, reason };
}
