import { expect, it } from 'vitest';
import { parseSync, Visitor } from 'vite';
import { sourceFiles } from './source-files.ts';

// A function that fits on a screen is easy to read, so the number of longer functions must not grow.

const longestLines = 100;
const screenLines = 60;
const mostLong = 25;

interface LongFunction {
  readonly place: string;
  readonly lines: number;
}

interface FunctionNode {
  readonly start: number;
  readonly end: number;
}

function longFunctions({ path, text }: { readonly path: string; readonly text: string }): LongFunction[] {
  const found: LongFunction[] = [];
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  const look = ({ start, end }: FunctionNode): void => {
    const first = lineAt(start);
    const lines = lineAt(end) - first + 1;
    if (lines > screenLines) found.push({ place: `${path}:${first}`, lines });
  };
  const { program, errors } = parseSync(path, text);
  expect(errors).toEqual([]);
  new Visitor({ FunctionDeclaration: look, FunctionExpression: look, ArrowFunctionExpression: look }).visit(program);
  return found;
}

const functionOf = (lines: number): string => `const sum = () => {\n${'  add(1);\n'.repeat(lines - 2)}};\n`;

it('keeps functions short', () => {
  const files = sourceFiles(/^src\/.*\.(ts|tsx|mjs)$/).filter(({ path }) => !/\.test\.tsx?$|\.d\.m?ts$/.test(path));
  expect(files.length).toBeGreaterThan(900);
  const long = files.flatMap(longFunctions).toSorted((a, b) => b.lines - a.lines);
  expect(long.filter(({ lines }) => lines > longestLines)).toEqual([]);
  expect(long.length > mostLong ? long : []).toEqual([]);
});

it.each([
  ['an arrow function', functionOf(screenLines + 1), 1],
  ['a method', `class Sum {\n  add() {\n${'    add(1);\n'.repeat(screenLines)}  }\n}\n`, 2],
  ['a function inside a short statement', `export const first = 1;\nrun(function later() {${'\n'.repeat(screenLines)}});\n`, 2],
])('finds %s of more than a screen', (_, text, line) => {
  expect(longFunctions({ path: 'src/a.ts', text })).toEqual([{ place: `src/a.ts:${line}`, lines: expect.any(Number) as number }]);
});

it('leaves a function of one screen alone', () => {
  expect(longFunctions({ path: 'src/a.ts', text: functionOf(screenLines) })).toEqual([]);
});
