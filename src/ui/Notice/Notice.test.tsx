import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Notice } from './Notice.tsx';

it('is plain content: title, words, actions, and no live region', () => {
  const { container } = render(
    <Notice variant="negative" title="Error topping up balance" actions={<button>Try again</button>}>
      Insufficient funds.
    </Notice>,
  );
  expect(container.textContent).toBe('Error topping up balanceInsufficient funds.Try again');
  expect(screen.queryByRole('alert')).toBeNull();
});
