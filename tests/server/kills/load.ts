import { expect } from 'vitest';
import type { Random } from '#tests/support/random.ts';
import { renamed, toppedUp, turned, upgraded } from './kill-organizations.ts';

const json = { 'Content-Type': 'application/json' };
const path = (slug: string): string => `/platform/organizations/${slug}`;

export async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/auth/sandbox`, { method: 'POST', headers: json, body: '{"member":"owner"}' });
  return (answer.headers.get('Set-Cookie') ?? '').split(';', 1)[0] ?? '';
}

/** A write that moves money or changes the price. A repetition uses the same idempotency key. */
interface Attempt {
  readonly what: 'top-up' | 'cap' | 'plan';
  readonly slug: string;
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** null while the outcome is unknown. */
  outcome: number | null;
  /** Sequence numbers of the attempt's start and end, from a counter that all attempts share. Infinity before the start or the end. */
  begunAt: number;
  endedAt: number;
}

const never = Number.POSITIVE_INFINITY;

const openEnded: ReadonlySet<string> = new Set([
  'idempotency_key_in_use',
  'internal_error',
  'gateway_unavailable',
  'payment_outcome_unknown',
  'too_many_requests',
]);

export class Load {
  readonly attempts: Attempt[] = [];
  acknowledged = 0;
  private places = 0;
  private cookie = '';
  private readonly card: (origin: string) => Promise<string>;
  /** For each organization slug: the number in the last acknowledged name, and the number in the last requested name. */
  private readonly names = new Map<string, { confirmedName: number; readonly requestedName: number }>();

  constructor(card: (origin: string) => Promise<string>) {
    this.card = card;
  }

  async signIn(origin: string): Promise<void> {
    this.cookie = await signIn(origin);
  }

  private send = (origin: string, method: string, to: string, body?: unknown, key?: string): Promise<Response> =>
    fetch(origin + to, {
      method,
      headers: {
        Cookie: this.cookie,
        Version: '2',
        ...(body === undefined ? {} : json),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  private async newAttempt(origin: string, what: Attempt['what'], random: Random): Promise<Attempt> {
    const key = `${what}-${this.attempts.length}`;
    const make = (slug: string, body: Attempt['body']): Attempt => ({
      what,
      slug,
      key,
      body,
      outcome: null,
      begunAt: never,
      endedAt: never,
    });
    const turn = this.attempts.length;
    const attempt = await (async (): Promise<Attempt> => {
      const card = what === 'cap' ? '' : await this.card(origin);
      if (what === 'cap') return make(turned[turn % turned.length] ?? '', { tier: random.pick(['tier_pro', 'tier_payg']) });
      if (what === 'plan') return make(random.pick(upgraded), { tier: random.pick(['tier_pro', 'tier_team']), payment_method: card });
      const captcha = (await (await this.send(origin, 'POST', '/sandbox/captcha/execute', {})).json()) as { token: string };
      return make(toppedUp[turn % toppedUp.length] ?? '', { amount: 100, payment_method_id: card, hcaptcha_token: captcha.token });
    })();
    this.attempts.push(attempt);
    return attempt;
  }

  private nextPlace(): number {
    this.places += 1;
    return this.places;
  }

  private async submit(origin: string, attempt: Attempt): Promise<void> {
    const { what, slug, body, key } = attempt;
    if (attempt.begunAt === never) attempt.begunAt = this.nextPlace();
    const to = what === 'top-up' ? [`POST`, `${path(slug)}/billing/credits/top-up`] : ['PUT', `${path(slug)}/billing/subscription`];
    const answer = await this.send(origin, to[0] ?? '', to[1] ?? '', body, key).catch(() => null);
    const text = await answer?.text().catch(() => null);
    if (!answer || text === null || text === undefined) return;
    if (openEnded.has((JSON.parse(text) as { code?: string }).code ?? '')) return;
    attempt.outcome = answer.status;
    attempt.endedAt = this.nextPlace();
    if (answer.ok) this.acknowledged += 1;
  }

  prepare = async (origin: string, random: Random): Promise<Attempt[]> => [
    await this.newAttempt(origin, 'top-up', random),
    await this.newAttempt(origin, 'top-up', random),
    await this.newAttempt(origin, random.pick(['cap', 'plan'] as const), random),
  ];

  /** Writes until the process stops responding. @param onWrite called after each acknowledged write, and for each completed payment */
  async run(origin: string, round: number, money: readonly Attempt[], onWrite: () => void): Promise<void> {
    const rename = async (slug: string): Promise<void> => {
      for (let value = round * 1000; ; value += 1) {
        this.names.set(slug, { confirmedName: this.names.get(slug)?.confirmedName ?? -1, requestedName: value });
        const answer = await this.send(origin, 'PATCH', path(slug), { name: `Name ${value}` }).catch(() => null);
        if (answer === null) return;
        expect(answer.status).toBe(200);
        if ((await answer.text().catch(() => null)) === null) return;
        this.names.set(slug, { confirmedName: value, requestedName: value });
        this.acknowledged += 1;
        onWrite();
      }
    };
    await Promise.all([...renamed.map(rename), ...money.map((attempt) => this.submit(origin, attempt).then(onWrite))]);
  }

  async askAgain(origin: string, chosen: () => boolean): Promise<void> {
    for (const attempt of this.unknown()) if (chosen()) await this.submit(origin, attempt);
  }

  unknown = (): Attempt[] => this.attempts.filter(({ outcome }) => outcome === null);

  /**
   * @param recent the attempts to check
   * @returns the acknowledged writes that are missing in the store
   */
  async lost(origin: string, recent: readonly Attempt[] = this.attempts.slice(-12)): Promise<string[]> {
    const lost: string[] = [];
    const read = async (to: string): Promise<any> => (await this.send(origin, 'GET', to)).json();
    for (const [slug, { confirmedName, requestedName }] of this.names) {
      const stored = Number(((await read(path(slug))) as { name: string }).name.replace('Name ', ''));
      // An unacknowledged write may have succeeded as well.
      if (confirmedName >= 0 && stored !== confirmedName && stored !== requestedName)
        lost.push(`${slug} was told ${confirmedName} and has ${stored}`);
      this.names.set(slug, { confirmedName: stored, requestedName: stored });
    }
    for (const slug of new Set(recent.filter(({ what }) => what === 'top-up').map((one) => one.slug))) {
      const topUps = this.attempts.filter((one) => one.what === 'top-up' && one.slug === slug);
      const balance = Math.round(Number((await read(`${path(slug)}/billing/subscription`)).customer_balance));
      const confirmedCents = topUps.filter(({ outcome }) => outcome === 201).length * 10_000;
      const most = topUps.filter(({ outcome }) => outcome === 201 || outcome === null).length * 10_000;
      if (balance < confirmedCents || balance > most)
        lost.push(`${slug} has ${balance} cents of credit, was told of ${confirmedCents} and asked for ${most}`);
    }
    for (const slug of new Set(recent.filter(({ what }) => what === 'cap').map((one) => one.slug))) {
      const slugAttempts = this.attempts.filter((one) => one.slug === slug);
      const done = slugAttempts.filter(({ outcome }) => outcome === 200);
      // Excludes attempts whose value was overwritten: a successful attempt began after they had ended.
      const possible = slugAttempts.filter(
        ({ outcome, endedAt }) => (outcome === 200 || outcome === null) && !done.some(({ begunAt }) => begunAt > endedAt),
      );
      const isOff = (await read(`${path(slug)}/billing/subscription`)).usage_billing_enabled as boolean;
      if (done.length > 0 && !possible.some(({ body }) => (body['tier'] === 'tier_payg') === isOff))
        lost.push(`${slug} has its cap ${isOff ? 'off' : 'on'}`);
    }
    return lost;
  }
}
