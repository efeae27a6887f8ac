import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { PageHeading } from './PageHeading.tsx';

const { hook, navigate } = memoryLocation({ path: '/org/acme/billing' });

function Page({ title, isReady }: { title: string; isReady: boolean }) {
  return (
    <Router hook={hook}>
      <button>elsewhere</button>
      <PageHeading isReady={isReady}>{title}</PageHeading>
    </Router>
  );
}

afterEach(() => act(() => navigate('/org/acme/billing')));

it('takes the focus of a new page only when its name is known', () => {
  vi.stubGlobal('scrollTo', vi.fn());
  const { rerender } = render(<Page title="Billing" isReady />);
  expect(document.activeElement).toBe(document.body);
  rerender(<Page title="Invoice" isReady={false} />);
  act(() => navigate('/org/acme/invoices/in_1'));
  expect(document.activeElement).toBe(document.body);
  rerender(<Page title="Invoice ACME-0001" isReady />);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Invoice ACME-0001' }));
});

it('leaves the focus to a member who has moved on before the name is known', () => {
  const { rerender } = render(<Page title="Invoice" isReady={false} />);
  act(() => navigate('/org/acme/invoices/in_2'));
  act(() => screen.getByText('elsewhere').focus());
  rerender(<Page title="Invoice ACME-0002" isReady />);
  expect(document.activeElement).toBe(screen.getByText('elsewhere'));
});
