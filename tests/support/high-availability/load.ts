import type { StandInGateway } from '#tests/support/stand-in-gateway.ts';
import { testCard } from '#tests/support/payer.ts';
import type { plainBrowser } from '#tests/support/own-tls.ts';

/** Organizations with the same prefix receive the same kind of request. */
const numbered = (name: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${name}-${index}`);
export const renamed = numbered('renamed', 2);
export const metered = numbered('metered', 2);
export const toppedUp = numbered('topped-up', 24);
export const owing = numbered('owing', 4);
export const owedIn = (events: number): number => 10 + 20 * events;
/** Returns names of organizations that upgrade twice each. @param events number of failovers */
export const upgradedIn = (events: number): string[] => numbered('upgraded', 10 + 6 * events);
export const refOf = (slug: string): string =>
  slug
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
    .padEnd(20, 'z');

const json = { 'Content-Type': 'application/json' };
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A request that is repeated until its outcome is known. Repetitions are unchanged, except that they replace a used captcha token. */
interface Wish {
  readonly what: 'rename' | 'usage' | 'top-up' | 'plan' | 'payment page';
  readonly slug: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  body: string;
  readonly mark: string;
  sendCount: number;
  sentAt: number;
  status: number | null;
  answer: string;
}

export interface OwedInvoice {
  readonly slug: string;
  readonly id: string;
  /** True after the gateway's page reported success. */
  isCharged: boolean;
  /** True after the platform reported success. */
  isTold: boolean;
}

interface Around {
  readonly origin: string;
  readonly go: ReturnType<typeof plainBrowser>;
  readonly gateway: StandInGateway;
  readonly adminKey: string;
  readonly captchaToken: () => string;
  readonly upgraded: readonly string[];
  readonly owed: readonly OwedInvoice[];
  /** If true, repeats purchases with a new idempotency key. This is a seeded fault that the checks must find. */
  readonly buysTwice?: boolean;
}

const repeatAfterMs = 20_000;

const mayComeAgain: ReadonlySet<string> = new Set([
  'database_unavailable',
  'idempotency_key_in_use',
  'gateway_unavailable',
  'payment_outcome_unknown',
  'too_many_requests',
]);

export class ClusterLoad {
  readonly wishes: Wish[] = [];
  readonly acknowledgedAt: number[] = [];
  /** Descriptions of responses that no client can handle, and of unanswered requests. */
  readonly wrong: string[] = [];
  readonly answers: Record<string, number> = {};
  readonly names = new Map<string, { confirmedName: number; requestedName: number }>();
  private isOver = false;
  private readonly running: Promise<unknown>[] = [];
  private readonly around: Around;

  constructor(around: Around) {
    this.around = around;
  }

  private async send(wish: Wish): Promise<boolean> {
    const { origin, go, buysTwice = false } = this.around;
    wish.sendCount += 1;
    wish.sentAt = performance.now();
    const { method, headers, body } = wish;
    const answer = await go(origin + wish.path, { method, headers, ...(method === 'GET' ? {} : { body }) }).catch((error: unknown) =>
      String(error),
    );
    const status = typeof answer === 'string' ? 0 : answer.status;
    this.answers[`${wish.what} ${status}`] = (this.answers[`${wish.what} ${status}`] ?? 0) + 1;
    if (typeof answer === 'string') {
      this.wrong.push(`${wish.what} was not answered: ${answer}`);
      return false;
    }
    if (status < 300) {
      Object.assign(wish, { status, answer: answer.text });
      this.acknowledgedAt.push(performance.now());
      const again = { ...headers, 'Idempotency-Key': `${wish.mark}-again` };
      if (buysTwice && wish.what === 'top-up')
        await go(origin + wish.path, { method, headers: again, body: body.replace('token-', 'token-again-') });
      return true;
    }
    const { code = '' } = (answer.text.startsWith('{') ? JSON.parse(answer.text) : {}) as { code?: string };
    if (mayComeAgain.has(code)) return false;
    // A process failed after it used the captcha token and before it stored a result. So the repetition needs a new token, as on the page.
    if (wish.what === 'top-up' && answer.text.includes('is not a fresh captcha token')) {
      wish.body = JSON.stringify({ ...(JSON.parse(body) as object), hcaptcha_token: this.around.captchaToken() });
      return false;
    }
    wish.status = status;
    this.wrong.push(`${wish.what} of ${wish.slug}, sent ${wish.sendCount} times, was answered ${status} ${answer.text.slice(0, 300)}`);
    return true;
  }

  /** Repeats a request until its outcome is known. @param atMostMs time limit; if it passes, the request stays open */
  private async fulfil(wish: Wish, atMostMs = Number.POSITIVE_INFINITY): Promise<void> {
    for (const begun = performance.now(); !(await this.send(wish)) && performance.now() - begun < atMostMs;) await pause(150);
  }

  private wish(what: Wish['what'], slug: string, request: Pick<Wish, 'method' | 'path' | 'headers'> & { readonly body?: unknown }): Wish {
    const mark = `${what}-${this.wishes.length}`;
    const keyed = what === 'top-up' || what === 'plan' ? { 'Idempotency-Key': mark } : {};
    const headers = { ...json, ...request.headers, ...keyed };
    const body = JSON.stringify(request.body ?? null);
    const wish: Wish = { ...request, what, slug, mark, headers, body, sendCount: 0, sentAt: 0, status: null, answer: '' };
    this.wishes.push(wish);
    return wish;
  }

  private rename = async (slug: string): Promise<void> => {
    for (let value = 0; !this.isOver; value += 1) {
      const known = this.names.get(slug) ?? { confirmedName: -1, requestedName: -1 };
      this.names.set(slug, { ...known, requestedName: value });
      const path = `/platform/organizations/${slug}`;
      await this.fulfil(this.wish('rename', slug, { method: 'PATCH', path, headers: { Version: '2' }, body: { name: `Name ${value}` } }));
      this.names.set(slug, { confirmedName: value, requestedName: value });
      await pause(60);
    }
  };

  private meter = async (slug: string): Promise<void> => {
    for (let batch = 0; !this.isOver; batch += 1) {
      const at = Math.floor(Date.now() / 1000);
      const record = { organization: slug, project_ref: refOf(slug), metric: 'EGRESS', quantity: 1000, at };
      const records = [0, 1, 2].map((index) => ({ ...record, id: `${slug}-${batch}-${index}` }));
      const headers = { Authorization: `Bearer ${this.around.adminKey}` };
      await this.fulfil(this.wish('usage', slug, { method: 'POST', path: '/admin/v1/usage', headers, body: { records } }));
      await pause(60);
    }
  };

  private pay = async (what: 'top-up' | 'plan', slugs: readonly string[], everyMs: number): Promise<void> => {
    for (let turn = 0; !this.isOver; turn += 1) {
      await pause(everyMs);
      // Repeats one unanswered request per turn. If a database connection was lost, the idempotency key stays locked for a minute.
      const old = this.open().find((wish) => wish.what === what && performance.now() - wish.sentAt > repeatAfterMs);
      if (old) await this.send(old);
      const slug = slugs[turn % slugs.length] ?? '';
      const before = this.wishes.filter((wish) => wish.what === what && wish.slug === slug);
      const tier = (['tier_pro', 'tier_team'] as const)[before.length];
      if (before.some(({ status }) => status === null) || (what === 'plan' && tier === undefined)) continue;
      const card = await this.around.gateway.card(testCard.good);
      const path = `/platform/organizations/${slug}/billing`;
      const wish =
        what === 'plan'
          ? { method: 'PUT', path: `${path}/subscription`, body: { tier, payment_method: card } }
          : {
              method: 'POST',
              path: `${path}/credits/top-up`,
              body: { amount: 100, payment_method_id: card, hcaptcha_token: this.around.captchaToken() },
            };
      await this.fulfil(this.wish(what, slug, { ...wish, headers: { Version: '2' } }), 3000);
    }
  };

  /** Pays an invoice on the gateway's page, pressing the button twice. */
  async payInvoice(invoice: OwedInvoice): Promise<void> {
    const { slug, id } = invoice;
    const path = `/platform/organizations/${slug}/billing/invoices/${id}/payment-link`;
    const page = this.wish('payment page', slug, { method: 'GET', path, headers: { Version: '2' } });
    await this.fulfil(page);
    if (page.status !== 200) return;
    const { redirectUrl } = JSON.parse(page.answer) as { redirectUrl: string };
    const headers = { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' };
    const fields = { name: 'Olga', number: testCard.good, expiry: '12 / 39', cvc: '123', country: 'US', postalCode: '94107' };
    const body = new URLSearchParams(fields).toString();
    const pressed = await Promise.all([0, 1].map(() => this.around.go(redirectUrl, { method: 'POST', headers, body })));
    if (pressed.some(({ status }) => status === 200)) invoice.isCharged = true;
    else
      this.wrong.push(`the page of ${id} was answered ${pressed.map(({ status, text }) => `${status} ${text.slice(0, 200)}`).join(', ')}`);
  }

  private async readPaid(): Promise<void> {
    for (const invoice of this.around.owed.filter(({ isCharged, isTold }) => isCharged && !isTold)) {
      const url = `${this.around.origin}/platform/organizations/${invoice.slug}/billing/invoices/${invoice.id}`;
      const answer = await this.around.go(url, { headers: { Version: '2' } }).catch(() => null);
      if (answer?.status === 200 && (JSON.parse(answer.text) as { status: string }).status === 'paid') invoice.isTold = true;
    }
  }

  private payInvoices = async (): Promise<void> => {
    for (const invoice of this.around.owed) {
      await pause(1500);
      if (this.isOver) return;
      await this.payInvoice(invoice);
      await this.readPaid();
    }
  };

  begin(): void {
    this.running.push(
      ...[
        ...renamed.map(this.rename),
        ...metered.map(this.meter),
        this.pay('top-up', toppedUp, 500),
        this.pay('plan', this.around.upgraded, 2000),
        this.payInvoices(),
      ].map((work) => work.catch((error: unknown) => this.wrong.push(`a client broke: ${String(error)}`))),
    );
  }

  async goesOn(writes: number): Promise<void> {
    const from = this.acknowledgedAt.length;
    for (const deadline = Date.now() + 120_000; this.acknowledgedAt.length < from + writes;) {
      if (Date.now() > deadline) throw new Error(`Nothing is written any more: ${JSON.stringify(this.answers)}`);
      await pause(50);
    }
  }

  /** Returns the longest interval in milliseconds after `since` without an acknowledged write. */
  longestGap(since: number): number {
    const moments = [since, ...this.acknowledgedAt.filter((moment) => moment > since)];
    return Math.max(0, ...moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment)));
  }

  /** Ends the load. @param restart restarts processes to unlock the keys of lost requests @returns requests without an answer */
  async end(restart?: () => Promise<void>): Promise<string[]> {
    this.isOver = true;
    await Promise.all(this.running);
    for (const wish of this.open()) await this.fulfil(wish, 0);
    if (restart && this.open().length > 0) await restart();
    // Repeats open requests in the order of their first attempts, because the later of two plan changes must win.
    for (const wish of this.open()) await this.fulfil(wish, 90_000);
    await this.readPaid();
    return this.open().map(({ what, slug, mark }) => `${what} of ${slug} (${mark})`);
  }

  get owed(): readonly OwedInvoice[] {
    return this.around.owed;
  }
  open = (): Wish[] => this.wishes.filter(({ status }) => status === null);
  done = (what: Wish['what']): Wish[] => this.wishes.filter((wish) => wish.what === what && wish.status !== null && wish.status < 300);
}
