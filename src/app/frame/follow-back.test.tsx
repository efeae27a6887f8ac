import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { followBack } from './follow-back.ts';

const path = '/org/acme/billing/invoices/in_1';

const scrollIntoView = vi.fn<() => void>();
beforeEach(() => {
  scrollIntoView.mockClear();
  HTMLElement.prototype.checkVisibility = function isVisible() {
    return this.closest('[hidden]') === null;
  };
  HTMLElement.prototype.scrollIntoView = scrollIntoView;
});

const Page = ({ hasList, drawing = 1 }: { hasList: boolean; drawing?: number }) => (
  <main>
    <h1 key={`heading ${drawing}`} tabIndex={-1}>
      Billing
    </h1>
    <p hidden>
      <a href={path}>In closed content</a>
    </p>
    <a href="/org/acme/usage">Usage</a>
    {hasList && (
      <a key={`link ${drawing}`} href={`${path}?invoices=2`}>
        AC-0001
      </a>
    )}
  </main>
);

const focused = () => document.activeElement?.textContent;

it('gives the focus to the link that led away, on screen, and not to one in closed content', () => {
  render(<Page hasList />);
  followBack(path);
  const link = screen.getByText('AC-0001');
  expect([document.activeElement, scrollIntoView.mock.contexts]).toEqual([link, [link]]);
});

it('waits for a list that comes later, unless the reader has moved on', async () => {
  const { rerender } = render(<Page hasList={false} />);
  screen.getByText('Billing').focus();
  followBack(path);
  expect(focused()).toBe('Billing');
  rerender(<Page hasList />);
  await vi.waitFor(() => expect(focused()).toBe('AC-0001'));

  rerender(<Page hasList={false} />);
  screen.getByText('Billing').focus();
  followBack(path);
  screen.getByText('Usage').focus();
  rerender(<Page hasList />);
  await new Promise((resolve) => {
    queueMicrotask(() => resolve(undefined));
  });
  expect(focused()).toBe('Usage');
});

it('keeps the focus where the heading or the link is drawn again on the way', async () => {
  const { rerender } = render(<Page hasList={false} />);
  screen.getByText('Billing').focus();
  followBack(path);
  rerender(<Page hasList={false} drawing={2} />);
  expect(document.activeElement).toBe(document.body);
  rerender(<Page hasList drawing={2} />);
  await vi.waitFor(() => expect(focused()).toBe('AC-0001'));
  rerender(<Page hasList drawing={3} />);
  await vi.waitFor(() => expect(focused()).toBe('AC-0001'));
});

it('knows a heading that is drawn again and has taken the focus back', async () => {
  const Section = ({ drawing, hasList }: { drawing: number; hasList: boolean }) => (
    <main>
      <h2 key={drawing} id="invoices-heading" tabIndex={-1}>
        Past Invoices
      </h2>
      {hasList && <a href={path}>AC-0001</a>}
    </main>
  );
  const { rerender } = render(<Section drawing={1} hasList={false} />);
  screen.getByText('Past Invoices').focus();
  followBack(path);
  rerender(<Section drawing={2} hasList />);
  screen.getByText('Past Invoices').focus();
  await vi.waitFor(() => expect(focused()).toBe('AC-0001'));
});

it('leaves the focus at the heading of the page where neither comes', async () => {
  vi.useFakeTimers();
  const { rerender } = render(<Page hasList={false} />);
  screen.getByText('Billing').focus();
  followBack(path);
  rerender(<Page hasList={false} drawing={2} />);
  vi.advanceTimersByTime(3000);
  expect(focused()).toBe('Billing');
});
