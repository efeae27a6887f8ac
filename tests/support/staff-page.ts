import { expect } from 'vitest';
import { startMoneyPlatform, type MoneyPlatform } from './money-platform.ts';
import { startOpenIdProvider, type OpenIdProvider } from './openid-provider.ts';
import type { Answer } from './platform.ts';

export const staffPage = '/staff/approvals';

export interface StaffPage {
  readonly provider: OpenIdProvider;
  readonly money: MoneyPlatform;
  /** The staff member authenticated half a minute ago. */
  readonly signInAs: (email: string) => void;
  /** Signs in at the provider. @returns a function that follows the redirect back to the platform */
  readonly beginSignIn: () => Promise<() => Promise<Answer>>;
  readonly signIn: () => Promise<{ readonly answer: Answer; readonly cookie: string }>;
  readonly ask: (path: string, cookie: string) => Promise<Answer>;
  readonly decide: (cookie: string, id: string, decision: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly stop: () => Promise<void>;
}

const cookieIn = ({ headers }: Answer, name: string): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .find((cookie) => cookie.startsWith(`${name}=`) && !cookie.endsWith('=')) ?? '';

export async function startStaffPage(environment: Readonly<Record<string, string>> = {}): Promise<StaffPage> {
  const provider = await startOpenIdProvider({ endsSessions: true });
  const money = await startMoneyPlatform('pglite', {
    APPROVAL_ABOVE_CENTS: '100000',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_STAFF_GROUP: 'billing-staff',
    ...environment,
  });
  const { platform } = money;
  const ask: StaffPage['ask'] = (path, cookie) => platform.ask(path, { headers: { Cookie: cookie, Accept: 'text/html' } });
  const beginSignIn: StaffPage['beginSignIn'] = async () => {
    const first = await ask(staffPage, '');
    const location = first.headers.get('Location') ?? '';
    expect(new URL(location).searchParams.get('max_age')).toBe('600');
    const back = (await fetch(location, { redirect: 'manual' })).headers.get('Location') ?? '';
    return () => ask(back.replace(platform.origin, ''), cookieIn(first, 'staff-sign-in'));
  };
  return {
    provider,
    money,
    ask,
    signInAs: (email) => {
      const [name = ''] = email.toLowerCase().split('@');
      provider.person = { sub: `u-${name}`, email, email_verified: true };
      provider.wrongdoing = { claims: { groups: ['everyone', 'billing-staff'], auth_time: Math.floor(Date.now() / 1000) - 30 } };
    },
    beginSignIn,
    signIn: async () => {
      const answer = await (await beginSignIn())();
      return { answer, cookie: cookieIn(answer, 'staff') };
    },
    decide: (cookie, id, decision, headers = { Origin: platform.origin }) =>
      platform.ask(`${staffPage}/${id}/${decision}`, { method: 'POST', headers: { Cookie: cookie, Accept: 'text/html', ...headers } }),
    stop: async () => {
      await platform.stop();
      await provider.stop();
    },
  };
}
