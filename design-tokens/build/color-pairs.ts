import type { Declaration, Root, Rule } from 'postcss';
import { aliasTarget } from './model.ts';
import type { Registry } from './registry.ts';

export interface ColorPair {
  readonly rule: Rule;
  readonly text: string;
  readonly ground: string;
}

/**
 * Returns a color pair for each rule that sets text color and background color. If a color is a local custom property, returns a separate
 * pair for each rule of the file that sets this property.
 */
export function colorPairs(root: Root, registry: Registry): ColorPair[] {
  const rules: Rule[] = [];
  root.walkRules((rule) => void rules.push(rule));
  return rules.flatMap((rule) => {
    const text = variableIn(rule, ['color']);
    const ground = variableIn(rule, ['background-color', 'background']);
    if (text === undefined || ground === undefined) return [];
    if (registry.properties.has(text) && registry.properties.has(ground)) return pair(rule, text, ground);
    return rules.flatMap((other) => pair(other, settledIn(other, text), settledIn(other, ground)));
  });

  function pair(rule: Rule, text: string | undefined, ground: string | undefined): ColorPair[] {
    const textToken = semanticColor(registry, text);
    const groundToken = semanticColor(registry, ground);
    return textToken === undefined || groundToken === undefined ? [] : [{ rule, text: textToken, ground: groundToken }];
  }

  function settledIn(rule: Rule, property: string): string | undefined {
    return registry.properties.has(property) ? property : variableIn(rule, [property]);
  }
}

function variableIn(rule: Rule, names: readonly string[]): string | undefined {
  const declaration = rule.nodes.findLast((node): node is Declaration => node.type === 'decl' && names.includes(node.prop));
  return /^var\(\s*(--[\w-]+)\s*\)$/.exec(declaration?.value.trim() ?? '')?.[1];
}

/** Resolves the alias of a component token. */
function semanticColor({ properties, tokens }: Registry, property: string | undefined): string | undefined {
  const token = tokens.get(properties.get(property ?? '') ?? '');
  if (token?.type !== 'color') return undefined;
  return token.path.startsWith('component.') ? aliasTarget(token.value) : token.path;
}
