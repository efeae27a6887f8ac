import { sql } from 'drizzle-orm';
import { createCardLikeBrowser, type NewCard } from '#sandbox/new-card.ts';
import type { SandboxGateway } from '#sandbox/sandbox-gateway.ts';
import { rowsOf } from '#server/database/database.ts';
import type { LedgerAccount } from '#server/database/tables/ledger.ts';
import type { Answer, TestPlatform } from './platform.ts';

const json = { 'Content-Type': 'application/json' };

export type Outcome = 'complete' | 'fail' | 'cancel';

interface Sent {
  readonly as?: string;
  readonly key?: string;
  readonly origin?: string;
}

export const testCard = {
  good: '4242424242424242',
  declines: '4000000000000002',
  hasNoFunds: '4000000000009995',
  isStolen: '4000000000009979',
  asksAlways: '4000002760003184',
  asksThenDeclines: '4000008400001629',
  attachesThenDeclines: '4000000000000341',
  isLostLater: '4000009990000039',
  isDisputed: '4000000000000259',
  processesThenSucceeds: '4000009990000005',
  processesThenFails: '4000009990000013',
  refundFails: '4000000000005126',
  losesItsAnswer: '4000009990000021',
} as const;

export interface Payer {
  readonly sandbox: SandboxGateway;
  readonly card: (card: string | NewCard) => Promise<string>;
  readonly captcha: () => string;
  readonly useCard: (slug: string, number: string) => Promise<string>;
  readonly challenge: (clientSecret: string, outcome: Outcome) => Promise<void>;
  readonly confirm: (clientSecret: string, card: string) => Promise<void>;
  readonly send: (method: string, path: string, body?: unknown, requestOptions?: Sent) => Promise<Answer>;
  readonly preview: (slug: string, tier: string) => Promise<Answer>;
  readonly change: (slug: string, body: Record<string, unknown>, key?: string) => Promise<Answer>;
  readonly topUp: (slug: string, body: Record<string, unknown>, key?: string) => Promise<Answer>;
  readonly subscription: (slug: string) => Promise<Record<string, any>>;
  readonly balance: (slug: string) => Promise<number>;
  /** Pays on a hosted page without JavaScript. @returns HTTP status; 303 means paid */
  readonly payOn: (address: string, card: string) => Promise<number>;
  readonly closeDispute: (outcome: 'won' | 'lost', id?: string) => Promise<void>;
  /** Cents. Debits are positive. */
  readonly account: (slug: string, name: LedgerAccount) => Promise<number>;
  /** Waits until all gateway events and gateway jobs are done. */
  readonly settled: () => Promise<void>;
  readonly pass: (seconds: number) => Promise<void>;
}

const organization = (slug: string): string => `/platform/organizations/${slug}`;

export function payerAt(platform: TestPlatform): Payer {
  const { ask, context } = platform;
  const { publishableKey, worker } = context.payments;
  const parts = context.payments.sandbox;
  const sandbox = parts?.gateway;
  if (!parts || !sandbox) throw new Error('These tests need the sandbox gateway');
  const baseUrl = `http://sandbox.invalid${sandbox.basePath}`;

  const api = async (method: 'GET' | 'POST', path: string, params: Record<string, string>): Promise<any> => {
    const query = new URLSearchParams(params);
    const headers = { authorization: `Bearer ${publishableKey}`, 'content-type': 'application/x-www-form-urlencoded' };
    const url = `${baseUrl}/v1${path}${method === 'GET' ? `?${query}` : ''}`;
    return (await sandbox.fetch(new Request(url, { method, headers, ...(method === 'POST' ? { body: query } : {}) }))).json();
  };
  const pathOf = (clientSecret: string): string => {
    const [id = ''] = clientSecret.split('_secret_');
    return `/${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${id}`;
  };
  const send: Payer['send'] = (method, path, body, { as = 'owner', key, origin } = {}) =>
    ask(path, {
      as,
      method,
      headers: {
        Version: '2',
        ...(body === undefined ? {} : json),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        ...(origin === undefined ? {} : { Origin: origin }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const subscription = async (slug: string) => (await send('GET', `${organization(slug)}/billing/subscription`)).body;

  const captcha = (): string => parts.captcha.issue();
  const newCard: Payer['card'] = async (card) => {
    const made = await createCardLikeBrowser(
      { baseUrl, publishableKey, fetch: sandbox.fetch },
      typeof card === 'string' ? { number: card } : card,
    );
    if (!made.ok) throw new Error(made.message);
    return made.id;
  };
  const confirm: Payer['confirm'] = async (clientSecret, card) => {
    await api('POST', `${pathOf(clientSecret)}/confirm`, { client_secret: clientSecret, payment_method: card, use_stripe_sdk: 'true' });
  };

  return {
    sandbox,
    card: newCard,
    captcha,
    useCard: async (slug, number) => {
      const { body } = await send('POST', `${organization(slug)}/payments/setup-intent`, { hcaptchaToken: captcha() });
      const id = await newCard(number);
      await confirm(body.client_secret, id);
      const { status, body: answer } = await send('PUT', `${organization(slug)}/payments/default`, { payment_method_id: id });
      if (status !== 200) throw new Error(`The card was not made the default: ${status} ${JSON.stringify(answer)}`);
      return id;
    },
    challenge: async (clientSecret, outcome) => {
      const intent = await api('GET', pathOf(clientSecret), { client_secret: clientSecret });
      const url = new URL(intent.next_action.use_stripe_sdk.stripe_js, baseUrl);
      const body = new URLSearchParams({ secret: url.searchParams.get('secret') ?? '', outcome });
      const answered = await sandbox.fetch(
        new Request(`http://sandbox.invalid${url.pathname}`, { method: 'POST', body, headers: { accept: 'application/json' } }),
      );
      if (answered.status !== 200) throw new Error(`The challenge answered ${answered.status}`);
    },
    confirm,
    send,
    preview: (slug, tier) => send('POST', `${organization(slug)}/billing/subscription/preview`, { tier }),
    change: (slug, body, key) => send('PUT', `${organization(slug)}/billing/subscription`, body, key === undefined ? {} : { key }),
    topUp: (slug, body, key) =>
      send(
        'POST',
        `${organization(slug)}/billing/credits/top-up`,
        { amount: 100, hcaptcha_token: parts.captcha.issue(), ...body },
        key === undefined ? {} : { key },
      ),
    subscription,
    balance: async (slug) => (await subscription(slug))['customer_balance'] as number,
    payOn: async (address, number) => {
      const fields = { name: 'Ada', number, expiry: '12 / 39', cvc: '123', country: 'US', postalCode: '94107' };
      const request = { method: 'POST', body: new URLSearchParams(fields) };
      return (await sandbox.fetch(new Request(`http://sandbox.invalid${new URL(address).pathname}`, request))).status;
    },
    closeDispute: async (outcome, id) => {
      const inspector = `${baseUrl}/inspector`;
      const headers = { accept: 'application/json', 'content-type': 'application/json' };
      const { disputes } = (await (await sandbox.fetch(new Request(`${inspector}/state`))).json()) as { disputes: { id: string }[] };
      const body = JSON.stringify({ id: id ?? disputes.at(-1)?.id, outcome });
      const answered = await sandbox.fetch(new Request(`${inspector}/disputes`, { method: 'POST', headers, body }));
      if (answered.status !== 200) throw new Error(`The inspector answered ${answered.status}: ${await answered.text()}`);
    },
    account: async (slug, name) => {
      const [row] = rowsOf<{ cents: number }>(
        await context.db.execute(sql`select coalesce(sum(e.amount_cents), 0)::int as cents from ledger_entries e
          join organizations o on o.id = e.organization_id where o.slug = ${slug} and e.account = ${name}`),
      );
      return row?.cents ?? 0;
    },
    settled: async () => {
      await context.jobs.runDue();
      await sandbox.settle();
      await sandbox.deliver(true);
      await worker.idle();
      await context.notices.idle();
    },
    pass: async (seconds) => {
      await context.jobs.moveClock(context.clock.nowSeconds() + seconds);
      await sandbox.settle();
      await sandbox.deliver(true);
      await worker.idle();
      await context.notices.idle();
    },
  };
}
