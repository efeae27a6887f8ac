import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Money } from './Money.tsx';

const nodes = (element: Element) => {
  const found: string[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) found.push(walker.currentNode.textContent ?? '');
  return found;
};

it('is one text node', () => {
  expect(nodes(render(<Money cents={126_904} />).container)).toEqual(['$1,269.04']);
});

it('has a minus sign and the tone of a credit when negative', () => {
  const { container } = render(<Money cents={-1_000} />);
  expect(container.textContent).toBe('\u2212$10.00');
  expect(container.firstElementChild?.getAttribute('data-tone')).toBe('credit');
});

it('says which of two amounts is the old one', () => {
  const { container } = render(<Money cents={345} wasCents={690} />);
  expect(container.textContent).toBe('was $6.90 now\u00a0$3.45');
  // Each space is in a text node with a word, because accessible names omit a space in a separate text node.
  expect(nodes(container)).toEqual(['was ', '$6.90', ' now\u00a0', '$3.45']);
});

it('keeps the old amount where less than a cent is left', () => {
  expect(render(<Money cents={0} text="<$0.01" wasCents={2} />).container.textContent).toBe('was $0.02 now\u00a0<$0.01');
});

it('strikes nothing through when nothing was taken off', () => {
  expect(render(<Money cents={345} wasCents={345} />).container.textContent).toBe('$3.45');
});
