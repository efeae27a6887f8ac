import type { Definition } from './definitions.ts';
import type { Problem } from './model.ts';
import { aliasTarget, aliasesIn, tierOf } from './model.ts';
import { cssName, nearest, reachesCss } from './names.ts';

type Definitions = ReadonlyMap<string, Definition>;

/** Checks aliases before Terrazzo runs, because Terrazzo stops at the first unknown alias. */
export function aliasProblems(definitions: Definitions): Problem[] {
  return [...definitions.values()].flatMap((definition) => [...unknownAliases(definitions, definition), ...tierProblems(definition)]);
}

function unknownAliases(definitions: Definitions, definition: Definition): Problem[] {
  const unknown = aliasesIn(definition.value).filter((target) => !definitions.has(target));
  return unknown.map((target) => {
    const close = nearest(target, definitions.keys());
    return problem(definition, `alias {${target}} names no token${close === undefined ? '' : `; did you mean {${close}}?`}`);
  });
}

function tierProblems(definition: Definition): Problem[] {
  const tier = tierOf(definition.path);
  if (tier === 'component' && aliasTarget(definition.value) === undefined) {
    return [problem(definition, 'is a component token and must be an alias to a semantic token')];
  }
  return aliasesIn(definition.value).flatMap((target) => {
    const to = tierOf(target);
    if (tier === 'reference') return [problem(definition, `is a reference token and holds raw values only, not {${target}}`)];
    if (tier === 'component' && to !== 'semantic')
      return [problem(definition, `may alias semantic tokens only; {${target}} is a ${to} token`)];
    if (tier === 'semantic' && to === 'component') return [problem(definition, `may not depend on the component token {${target}}`)];
    // A shadow may combine theme colors. Other semantic tokens must not alias each other, so that each has one defining token.
    if (tier === 'semantic' && to === 'semantic' && definition.type !== 'shadow') {
      return [problem(definition, `may alias reference tokens only; {${target}} is a semantic token`)];
    }
    return [];
  });
}

/** Finds token paths that become the same custom property, because one value would silently override the other. */
export function nameProblems(definitions: Definitions): Problem[] {
  const owners = new Map<string, string>();
  const problems: Problem[] = [];
  for (const { path, file } of definitions.values()) {
    if (!reachesCss(path)) continue;
    const name = cssName(path);
    const owner = owners.get(name);
    if (owner === undefined) owners.set(name, path);
    else problems.push({ gate: 'names', file, path, reason: `becomes ${name}, which is already ${owner}` });
  }
  return problems;
}

function problem({ file, path }: Definition, reason: string): Problem {
  return { gate: 'aliases', file, path, reason };
}
