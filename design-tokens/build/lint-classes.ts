import { posix } from 'node:path';
import { type Rule, parse } from 'postcss';
import type { Problem } from './model.ts';
import { nearest } from './names.ts';
import type { Project } from './project.ts';

const IMPORT = /import\s+(\w+)\s+from\s+['"]([^'"]+\.module\.css)['"]/g;
const CLASS = /\.(-?[A-Za-z_][\w-]*)/g;

interface Use {
  readonly file: string;
  readonly line: number;
}

export function classProblems({ styles, scripts }: Project): Problem[] {
  const problems: Problem[] = [];
  const uses = new Map<string, Map<string, Use>>();
  for (const [file, text] of scripts) {
    const code = withoutComments(text);
    for (const [, name = '', specifier = ''] of code.matchAll(IMPORT)) {
      const module = resolve(file, specifier);
      if (!styles.has(module)) {
        problems.push(problem(file, specifier, 'names no CSS module'));
        continue;
      }
      const known = uses.get(module) ?? new Map<string, Use>();
      uses.set(module, known);
      for (const { member, line, computed } of membersOf(code, name)) {
        if (computed)
          problems.push(
            problem(file, `line ${line}`, `${name}[...] hides which class is meant: write ${name}.name, and variants as data attributes`),
          );
        else if (!known.has(member)) known.set(member, { file, line });
      }
    }
  }
  for (const [module, css] of styles) {
    if (module.endsWith('.module.css')) problems.push(...moduleProblems(module, css, uses.get(module)));
  }
  return problems;
}

function moduleProblems(module: string, css: string, used: ReadonlyMap<string, Use> | undefined): Problem[] {
  if (used === undefined) return [problem(module, '(file)', 'no component imports this CSS module')];
  const defined = definedClasses(css);
  const problems: Problem[] = [];
  for (const [name, { file, line }] of used) {
    if (defined.has(name)) continue;
    const close = nearest(name, defined.keys());
    problems.push(
      problem(
        file,
        `line ${line}`,
        `class "${name}" is not defined in ${module}${close === undefined ? '' : `; did you mean "${close}"?`}`,
      ),
    );
  }
  for (const [name, line] of defined) {
    if (!used.has(name)) problems.push(problem(module, `line ${line}`, `class "${name}" is used by no component that imports this module`));
  }
  return problems;
}

function definedClasses(css: string): Map<string, number> {
  const classes = new Map<string, number>();
  parse(css).walkRules((rule: Rule) => {
    const localSelector = rule.selector.replace(/:global\([^)]*\)/g, ' ').replace(/\[[^\]]*\]/g, ' ');
    for (const [, name = ''] of localSelector.matchAll(CLASS)) {
      const key = name.replace(/-+([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
      if (!classes.has(key)) classes.set(key, rule.source?.start?.line ?? 0);
    }
  });
  return classes;
}

function* membersOf(code: string, name: string): Generator<{ member: string; line: number; computed: boolean }> {
  const access = new RegExp(`(?<![\\w.$])${name}(?:\\?)?(?:\\.(\\w+)|\\[\\s*(?:(['"])([\\w-]+)\\2\\s*\\]|))`, 'g');
  for (const match of code.matchAll(access)) {
    const member = match[1] ?? match[3] ?? '';
    yield { member, line: code.slice(0, match.index).split('\n').length, computed: member === '' };
  }
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  return posix.join(posix.dirname(file), specifier);
}

/** Line numbers stay the same, because comments become spaces. */
export function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '));
}

function problem(file: string, path: string, reason: string): Problem {
  return { gate: 'classes', file, path, reason };
}
