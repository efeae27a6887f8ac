import { expect, it } from 'vitest';
import { jsonFault } from './json-text.ts';

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

it.each([
  '{}',
  '[]',
  '"{\\"a\\":1,\\"a\\":2}"',
  '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
  '{"a":"b","b":"a","c":":"}',
  '{"__proto__":1}',
  '{"":1}',
  deep(32),
])('finds nothing in %s', (text) => {
  expect(jsonFault(text)).toBeNull();
});

it.each([
  ['{"a":1,"a":1}', 'body.a'],
  ['{"a":1,"\\u0061":2}', 'body.a'],
  ['{"x":[0,{"b":1,"b":2}]}', 'body.x.1.b'],
  ['{"x":[[],{"b":{"c":"d","c":1}}]}', 'body.x.1.b.c'],
  ['{"__proto__":1,"__proto__":2}', 'body.__proto__'],
  [deep(33), 'body'],
  ['{"a":"\\u0000"}', 'body'],
  ['{"\\u0000":1}', 'body'],
])('finds what is wrong with %s', (text, path) => {
  expect(jsonFault(text)?.path).toBe(path);
});
