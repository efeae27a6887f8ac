import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { VisuallyHidden } from './VisuallyHidden.tsx';

it('is read and not seen', () => {
  const { container } = render(
    <button>
      <VisuallyHidden>Pay now</VisuallyHidden>
    </button>,
  );
  expect(screen.getByRole('button', { name: 'Pay now' })).toBeTruthy();
  expect(container.querySelector('[hidden], [aria-hidden]')).toBeNull();
});
