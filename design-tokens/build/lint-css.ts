import { type AtRule, type ChildNode, type Container, type Document, type Rule, parse } from 'postcss';
import { colorPairs } from './color-pairs.ts';
import type { Problem } from './model.ts';
import { kebab, nearest } from './names.ts';
import { type Registry, propertyFault } from './registry.ts';

const VARIABLE = /var\(\s*(--[\w-]+)/g;
const QUERY_LENGTH = /[\d.]+(px|rem|em|cm|mm|in|pt)\b/;
const QUERY_NAME = /\((--[\w-]+)\)/g;

/**
 * Finds unknown tokens and breakpoints, and color pairs that no contrast rule of a token allows. Stylelint checks for raw values and
 * physical directions.
 */
export function lintCss(file: string, css: string, registry: Registry, media: ReadonlyMap<string, string>): Problem[] {
  const problems: Problem[] = [];
  const root = parse(css, { from: file });
  const local = new Set<string>();
  const prefix = localPrefix(file);
  root.walkDecls(/^--/, (declaration) => {
    if (registry.properties.has(declaration.prop)) report('tokens', declaration, `${declaration.prop} is a token and may not be set here`);
    else if (declaration.prop.startsWith(prefix)) local.add(declaration.prop);
    else report('tokens', declaration, `${declaration.prop} is no token; a property of this file only starts with ${prefix}`);
  });
  root.walkAtRules(/^(media|container)$/, (rule) => queryProblems(rule));
  root.walkAtRules('import', (rule) => {
    if (file.endsWith('.module.css')) report('layers', rule, 'a CSS module imports no style sheet, because it is put into a cascade layer');
  });
  root.walkDecls((declaration) => {
    if (insideAtRule(declaration, (rule) => rule.name === 'font-face' || rule.name === 'page')) return;
    for (const [, name = ''] of declaration.value.matchAll(VARIABLE)) {
      const fault = propertyFault(registry, name, local);
      if (fault !== undefined) report('tokens', declaration, fault);
    }
  });
  for (const { rule, text, ground } of colorPairs(root, registry)) {
    const contract = registry.tokens.get(text)?.extensions.contrast;
    if (contract === undefined || contract.on.includes(ground)) continue;
    report('contrast', rule, `${text} on ${ground} is no contracted pair; ${text} may stand on ${contract.on.join(', ')}`);
  }
  return problems;

  function report(gate: string, node: ChildNode, reason: string): void {
    problems.push({ gate, file, path: `line ${node.source?.start?.line ?? 0}, ${selectorOf(node)}`, reason });
  }

  function queryProblems(rule: AtRule): void {
    const length = QUERY_LENGTH.exec(rule.params)?.[0];
    if (length !== undefined)
      report('literals', rule, `raw length ${length} in @${rule.name}: use ${[...media.keys()].map((name) => `(${name})`).join(', ')}`);
    for (const [, name = ''] of rule.params.matchAll(QUERY_NAME)) {
      if (media.has(name)) continue;
      const close = nearest(name, media.keys());
      report('tokens', rule, `${name} is no breakpoint name${close === undefined ? '' : `; did you mean ${close}?`}`);
    }
  }
}

function localPrefix(file: string): string {
  const name = file.split('/').at(-1)?.split('.')[0] ?? '';
  return `--${kebab(name).replace(/^-/, '')}-`;
}

function insideAtRule(node: ChildNode, matches: (rule: AtRule) => boolean): boolean {
  let parent: Container | Document | undefined = node.parent;
  while (parent !== undefined) {
    if (parent.type === 'atrule' && matches(parent as AtRule)) return true;
    parent = parent.parent;
  }
  return false;
}

function selectorOf(node: ChildNode): string {
  if (node.type === 'rule') return node.selector.split('\n')[0] ?? '';
  if (node.type === 'atrule') return `@${node.name}`;
  const parent = node.parent;
  const where = parent?.type === 'rule' ? ((parent as Rule).selector.split('\n')[0] ?? '') : '';
  return node.type === 'decl' ? `${where} ${node.prop}`.trim() : where;
}
