import { readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import { useRef } from 'react';
import { usePress } from 'react-aria';
import { expect, it, vi } from 'vitest';

function Pressable() {
  const ref = useRef<HTMLButtonElement>(null);
  const { pressProps } = usePress({ ref });
  return (
    <button ref={ref} type="button" {...pressProps}>
      Pay
    </button>
  );
}

it('carries the rule that React Aria adds by script where no style sheet has its id', () => {
  // React Aria adds the rule only outside of tests, so the test changes the environment.
  vi.stubEnv('NODE_ENV', 'production');
  render(<Pressable />);
  vi.unstubAllEnvs();
  const added = document.getElementById('react-aria-pressable-style')?.textContent ?? '';
  const rule = /\[data-react-aria-pressable\]\s*\{\s*(touch-action:[^;]+;)\s*\}/;
  expect(rule.exec(added)?.[1]).toBeDefined();
  expect(rule.exec(readFileSync('src/ui/base/interaction.css', 'utf8'))?.[1]).toBe(rule.exec(added)?.[1]);
});
