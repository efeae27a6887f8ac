import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Code } from './Code.tsx';

it('is one text node', () => {
  const { container } = render(<Code>ACM-0014</Code>);
  expect(container.firstElementChild?.childNodes).toHaveLength(1);
  expect(container.textContent).toBe('ACM-0014');
});
