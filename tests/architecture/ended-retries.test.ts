import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = `${import.meta.dirname}/../..`;

interface EndedState {
  readonly state: string;
  readonly wokenBy: string;
  readonly file: string;
  readonly title: string;
}

function endedStates(readme: string): EndedState[] {
  const [, section = ''] = readme.split('## States whose retries end');
  const [table = ''] = section.split('\n## ');
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2);
  return rows.map((row) => {
    const [state = '', , wokenBy = '', test = ''] = row
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(test) ?? [];
    return { state, wokenBy, file, title };
  });
}

function faultsOf(states: readonly EndedState[]): string[] {
  return states.flatMap(({ state, wokenBy, file, title }) => {
    const path = `${root}/tests/server/${file}`;
    if (wokenBy === '') return [`${state}: nothing wakes it`];
    if (file === '' || !existsSync(path)) return [`${state}: no test`];
    const hasTest = readFileSync(path, 'utf8').replaceAll("\\'", "'").includes(title);
    return hasTest ? [] : [`${state}: ${file} has no test "${title}"`];
  });
}

const readme = readFileSync(`${root}/src/server/payments/README.md`, 'utf8');

it('every state whose retries end names the event that wakes it, and a test of that', () => {
  const states = endedStates(readme);
  expect(states.length).toBeGreaterThan(12);
  expect(faultsOf(states)).toEqual([]);
});

it('a row without an event or with a test that is gone is found', () => {
  const [first] = endedStates(readme);
  if (!first) throw new Error('The table has no rows');
  expect(
    faultsOf([
      { ...first, wokenBy: '' },
      { ...first, title: 'is gone' },
      { ...first, file: '' },
    ]),
  ).toHaveLength(3);
});
