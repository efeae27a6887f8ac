import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { readKey } from '#billing/shared/data/queries.ts';
import { saveRequest } from '#lib/browser/payment-attempts.ts';
import { saveValue } from '#lib/browser/tab-storage.ts';
import { MemberMenu } from '#app/frame/MemberMenu.tsx';
import { ServedContext, type ServedPage } from '#app/served.ts';
import { SessionsPage } from './SessionsPage.tsx';
import { SignInPage } from './SignInPage.tsx';

afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const session = { id: 's1', browser: 'Firefox', system: 'Linux', current: true, signed_in_at: 1_793_000_000, last_used_at: 1_793_000_000 };
const served: ServedPage = { signedIn: true, theme: { theme: 'system', contrast: 'system' } };

function show(part: ReactNode): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  client.setQueryData(readKey('getProfile', {}), { member: { username: 'owner' }, capabilities: [] });
  client.setQueryData(readKey('listSessions', {}), { sessions: [session, { ...session, id: 's2', browser: 'Chrome', current: false }] });
  render(
    <QueryClientProvider client={client}>
      <Router hook={memoryLocation({ path: '/sessions' }).hook}>
        <ServedContext value={served}>{part}</ServedContext>
      </Router>
    </QueryClientProvider>,
  );
}

function store(): void {
  saveValue('pay-all:acme', ['in_1']);
  saveValue('keep-messages', true, () => localStorage);
  saveRequest('acme', 'subscription', { key: 'k1', about: 'pro', sent: { amount: 1 }, isWaiting: true });
}

const stored = (): string[] => [...Object.keys(sessionStorage), ...Object.keys(localStorage)];

function submit(button: HTMLElement): void {
  const form = button.closest('form');
  if (!form) throw new Error('The button is in no form');
  // jsdom can't navigate, so this prevents the submission.
  form.addEventListener('submit', (event) => event.preventDefault());
  fireEvent.submit(form);
}

const buttonOf = (name: RegExp) => () => screen.getByRole('button', { name, hidden: true });

it.each<[string, ReactNode, () => HTMLElement]>([
  ['in the menu', <MemberMenu key="menu" />, buttonOf(/^Sign out$/)],
  ['everywhere, among the sessions', <SessionsPage key="sessions" />, buttonOf(/^Sign out on every device$/)],
  ['by ending the session of this browser', <SessionsPage key="own" />, () => buttonOf(/^Sign out.*Firefox/)()],
  ['everywhere, where to sign in', <SignInPage key="sign-in" />, buttonOf(/^Sign out on every device$/)],
])('a member who signs out %s leaves nothing stored but the entry of an open payment', (_, part, button) => {
  store();
  show(part);
  expect(stored()).toHaveLength(3);
  submit(button());
  expect(stored()).toEqual(['attempt:acme:subscription']);
});

it('a member who ends the session of another browser keeps what is stored', () => {
  store();
  show(<SessionsPage />);
  const [, other] = screen.getAllByRole('listitem');
  if (!other) throw new Error('There is one session');
  submit(within(other).getByRole('button'));
  expect(stored()).toHaveLength(3);
});
