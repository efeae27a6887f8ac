import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readConfig } from '#server/settings/config.ts';

const text = readFileSync('src/server/deploy/SETTINGS.md', 'utf8');

function namesInTable(markdown: string): string[] {
  return markdown.split('\n').flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name));
}

function namesRead(): string[] {
  const names = new Set<string>();
  readConfig(
    new Proxy<Record<string, string>>(
      {},
      {
        get(_, name) {
          if (typeof name === 'string') names.add(name);
          return undefined;
        },
      },
    ),
  );
  return [...names];
}

it('the table of settings names what the configuration reads, each once, and nothing else', () => {
  const names = namesInTable(text);
  expect(names.length).toBeGreaterThan(20);
  expect(names.toSorted()).toEqual(namesRead().toSorted());
});

it('a row that is missing is noticed', () => {
  const without = text.replace(/^\| `METRICS_TOKEN`.*\n/m, '');
  expect(namesRead().filter((name) => !namesInTable(without).includes(name))).toEqual(['METRICS_TOKEN']);
});
