import { expect, it } from 'vitest';
import type { TokenDoc } from 'virtual:design-tokens';
import { aliasGraph } from './alias-graph.ts';

const token = (tier: TokenDoc['tier'], path: string, ...aliases: string[]): TokenDoc => ({
  path,
  property: undefined,
  tier,
  type: 'color',
  description: undefined,
  file: 'test.json',
  reserved: undefined,
  forcedColor: undefined,
  aliases,
  values: {},
  uses: [],
});

const ink = token('reference', 'ink');
const iris = token('reference', 'iris');
const text = token('semantic', 'text', 'ink');
const link = token('semantic', 'link', 'iris');
const label = token('component', 'label', 'text');
const anchor = token('component', 'anchor', 'link');
const all = [ink, iris, text, link, label, anchor];

it('shows what a token is built from and what is built from it, and nothing else', () => {
  const { columns, edges } = aliasGraph(all, [text]);
  expect(columns).toEqual({ reference: ['ink'], semantic: ['text'], component: ['label'] });
  expect(edges).toEqual([
    { from: 'text', to: 'ink' },
    { from: 'label', to: 'text' },
  ]);
});

it('orders a column by what stands on it, so that lines do not cross', () => {
  const { columns } = aliasGraph([iris, ink, link, text, label, anchor], [label, anchor]);
  expect(columns).toEqual({ reference: ['ink', 'iris'], semantic: ['text', 'link'], component: ['label', 'anchor'] });
});

it('ends where aliases go in a circle', () => {
  const circle = [token('semantic', 'a', 'b'), token('semantic', 'b', 'a')];
  expect(aliasGraph(circle, circle.slice(0, 1)).columns.semantic).toHaveLength(2);
});
