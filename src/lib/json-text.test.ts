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
  '{"a":[0,-1,100,9007199254740991,123456789012345678901234567890]}',
  '{"a":"1e2","100.0":"-1.0","b":true,"c":null}',
  // `jsonFault` does not report fractions and numbers out of range, because the schema reports them.
  '[1.5,-0.5,1e-7,1e21,1e400,5e-324]',
  // A complete surrogate pair.
  '{"a":"\\ud83d\\ude00","\\ud83d\\ude00":"😀"}',
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
  ['{"a":"\\ud800"}', 'body.a'],
  ['{"a":{"b":["c","x\\uDfFfy"]}}', 'body.a.b.1'],
  ['{"a":"\\ude00\\ud83d"}', 'body.a'],
  ['{"a":1,"\\ud800":2}', 'body'],
  ['{"a":{"b":1,"c\\udc00":2}}', 'body.a'],
  ['"\\ud800"', 'body'],
  ['{"amount":1e2}', 'body.amount'],
  ['{"amount":1E2}', 'body.amount'],
  ['{"amount":1e+2}', 'body.amount'],
  ['{"amount":1000e-1}', 'body.amount'],
  ['{"amount":100.0}', 'body.amount'],
  ['{"amount":100.00000000000000000001}', 'body.amount'],
  ['{"amount":-1.0e2}', 'body.amount'],
  ['{"a":{"b":[1,{"c":2,"d":0.0}]},"e":1}', 'body.a.b.1.d'],
  ['[1,2.0]', 'body.1'],
  ['1e2', 'body'],
])('finds what is wrong with %s', (text, path) => {
  expect(jsonFault(text)?.path).toBe(path);
});

it('leaves numbers as they are written to calls that judge their entries one by one', () => {
  expect(jsonFault('[{"quantity":1e2},{"quantity":100.0}]', { anyNumbers: true })).toBeNull();
  expect(jsonFault('{"a":1e2,"a":1}', { anyNumbers: true })?.path).toBe('body.a');
});

it("leaves text in entries that can't be stored to calls that judge their entries one by one", () => {
  const judged = (text: string) => jsonFault(text, { judgesEntries: true })?.path;
  expect(judged('{"records":[{"id":"\\u0000"},{"id":"\\ud800"},"\\u0000",{"\\u0000":1}]}')).toBeUndefined();
  expect(judged('[{"id":"\\u0000","data":{"id":"\\ud800"}}]')).toBeUndefined();
  expect([judged('{"records":"\\u0000"}'), judged('{"\\u0000":[]}'), judged('"\\ud800"')]).toEqual(['body', 'body', 'body']);
  expect(judged('{"records":[{"id":"a","id":"b"}]}')).toBe('body.records.0.id');
});

it('takes a long number in one step', () => {
  const started = process.cpuUsage();
  expect(jsonFault(`[${'9'.repeat(200_000)}]`)).toBeNull();
  const { user } = process.cpuUsage(started);
  expect(user / 1000).toBeLessThan(1000);
});
