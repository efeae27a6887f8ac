import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Icon } from './Icon.tsx';

it('is silent, and turns round only when it points along the text', () => {
  const icon = (name: 'newTab' | 'check') => render(<Icon name={name} />).container.querySelector('svg');
  expect(icon('newTab')?.getAttribute('aria-hidden')).toBe('true');
  expect(icon('newTab')?.hasAttribute('data-directional')).toBe(true);
  expect(icon('check')?.hasAttribute('data-directional')).toBe(false);
});
