import axe from 'axe-core';
import { expect } from 'vitest';

/** Fails with one text line per violation. Colors and sizes are tested in a browser instead, because jsdom has no layout. */
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
