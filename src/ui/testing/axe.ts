import axe from 'axe-core';
import { expect } from 'vitest';

/** Fails with one line per finding. Colours and sizes are left to a real browser: jsdom draws nothing. */
export async function expectNoAxeViolations(container: Element): Promise<void> {
  const { violations } = await axe.run(container, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: {
      'color-contrast': { enabled: false },
      'color-contrast-enhanced': { enabled: false },
      'target-size': { enabled: false },
      region: { enabled: false },
    },
  });
  expect(violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help} at ${html}`))).toEqual([]);
}
