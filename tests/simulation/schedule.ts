import type { CallName } from '#contract/calls.ts';
import type { CallInput } from '#contract/types.ts';
import type { CallResult } from '#lib/browser/call.ts';
import type { CallError } from '#lib/call-error.ts';
import type { RequestEffect } from '#sandbox/faults.ts';
import type { PaymentGateway } from '#server/gateway/gateway.ts';
import { payerAt, testCard } from '#tests/support/payer.ts';
import type { TestPlatform } from '#tests/support/platform.ts';
import type { Random } from '#tests/support/random.ts';
import { BrowserClient, type AttemptKind, type Network, type Tab, type Wish } from './browser-client.ts';
import { afterDeath, startProcess, type MortalProcess } from './mortal-process.ts';

const cards = [
  testCard.good,
  testCard.good,
  testCard.good,
  testCard.hasNoFunds,
  testCard.asksAlways,
  testCard.asksAlways,
  testCard.asksThenDeclines,
  testCard.processesThenSucceeds,
  testCard.processesThenFails,
];
const tiers = ['tier_free', 'tier_pro', 'tier_payg', 'tier_team'];

const effects: readonly RequestEffect[] = [
  'timeout_before',
  'timeout_after',
  'lost_before',
  'lost_after',
  'lost_after',
  'conflict',
  'rate_limit',
  'server_error_before',
  'server_error_after',
];
/** Gateway paths that fail at random when the platform calls them. Calls by the browser never fail. */
const paths = [
  '/payment_intents',
  '/payment_intents',
  '/payment_intents/:any',
  '/payment_intents/:any/cancel',
  '/customers',
  '/payment_methods/:any',
];
const eventEffects = ['drop', 'duplicate', 'reorder'] as const;

const hour = 3600;
const jumps = [hour / 2, hour, 12 * hour, 24 * hour, 8 * 24 * hour, 31 * 24 * hour];

/** Waits 61 s of simulated time, so that the rate limits per minute are reset. */
const minutePasses = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 61_000));

type BrowserClientCall = <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallResult<N> | CallError>;

export interface Bug {
  readonly gateway?: (gateway: PaymentGateway) => PaymentGateway;
  readonly beforeRetry?: (platform: TestPlatform) => Promise<void>;
}

export class Schedule {
  readonly client: BrowserClient;
  readonly trace: string[] = [];
  private process: MortalProcess;
  private readonly platform: TestPlatform;
  private readonly random: Random;
  private readonly payer: ReturnType<typeof payerAt>;
  private readonly bug: Bug;

  constructor(platform: TestPlatform, slug: string, random: Random, bug: Bug = {}) {
    this.platform = platform;
    this.random = random;
    this.bug = bug;
    this.payer = payerAt(platform);
    this.client = new BrowserClient(platform, slug);
    this.process = this.begin();
  }

  private begin = (): MortalProcess => startProcess(this.platform, this.bug.gateway ?? ((gateway) => gateway));

  private async restart(): Promise<void> {
    await this.end();
    await afterDeath(this.platform);
    this.process = this.begin();
  }

  end = (): Promise<void> => this.process.end();

  private async wish(kind: AttemptKind, tab?: Tab): Promise<Wish> {
    const { random, payer, client } = this;
    const method = await payer.card(random.pick(cards));
    const body =
      kind === 'change'
        ? { tier: random.pick(tiers), payment_method: method }
        : { amount: random.pick([100, 250]), payment_method_id: method, hcaptcha_token: payer.captcha() };
    return client.newWish(kind, body, tab);
  }

  private anyKind = (): AttemptKind => this.random.pick(['change', 'top-up']);
  private submit = (wish: Wish): Promise<string> => this.client.submit(this.process, wish);

  private readonly steps: readonly (readonly [weight: number, name: string, run: () => Promise<unknown>])[] = [
    [4, 'top up', async () => this.submit(await this.wish('top-up'))],
    [3, 'change', async () => this.submit(await this.wish('change'))],
    [5, 'ask again', async () => this.askAgain()],
    [
      2,
      'double submit',
      async () => {
        const wish = await this.wish(this.anyKind());
        return Promise.all([this.submit(wish), this.submit(wish)]);
      },
    ],
    [
      2,
      'two tabs',
      async () => {
        const [one, other] = this.client.tabs;
        const wishes = [await this.wish('change', one), await this.wish(this.anyKind(), other)];
        return Promise.all(wishes.map(this.submit));
      },
    ],
    [1, 'tab closed', async () => this.client.closeTab(this.random.pick(this.client.tabs))],
    [
      3,
      'broken network',
      async () => {
        this.client.network = this.random.pick<Network>(['loses the request', 'loses the answer', 'loses the answer']);
        const came = await this.submit(await this.wish(this.anyKind()));
        this.client.network = 'works';
        return came;
      },
    ],
    [3, 'challenge', async () => this.answerChallenge()],
    [
      2,
      'confirm',
      async () => {
        const payment_intent_id = this.client.secret?.split('_secret_')[0];
        if (payment_intent_id)
          await this.client.send(this.process, 'confirmSubscription', { params: this.params, body: { payment_intent_id } });
      },
    ],
    [1, 'cancel', async () => this.client.send(this.process, 'cancelPendingChange', { params: this.params })],
    [1, 'read', async () => this.client.send(this.process, 'getSubscription', { params: this.params })],
    [3, 'events', async () => this.payer.settled()],
    [
      2,
      'event fault',
      async () => {
        const effect = this.random.pick(eventEffects);
        this.payer.sandbox.faults.add({ on: 'event', effect, type: '*', times: 1 + this.random.below(4) });
        return effect;
      },
    ],
    [
      4,
      'gateway fault',
      async () => {
        const effect = this.random.pick(effects);
        const isSlow = effect.startsWith('timeout');
        this.payer.sandbox.faults.add({
          on: 'request',
          effect,
          path: this.random.pick(paths),
          times: isSlow ? 1 : 1 + this.random.below(5),
          ...(effect === 'rate_limit' ? { retryAfterSeconds: 5 } : {}),
        });
        return [effect, this.random.chance(0.7) ? await this.submit(await this.wish('top-up')) : ''];
      },
    ],
    [
      4,
      'crash',
      async () => {
        this.dieSoon(45);
        return this.submit(await this.wish(this.anyKind()));
      },
    ],
    [
      2,
      'crash at work',
      async () => {
        this.dieSoon(25);
        await this.payer.sandbox.settle();
        await this.payer.sandbox.deliver(true);
        return this.process.reconcile();
      },
    ],
    [2, 'restart', async () => this.restart()],
    [1, 'reconcile', async () => this.process.reconcile()],
    [1, 'clock', async () => this.payer.pass(this.random.pick(jumps))],
    [1, 'session ends', async () => this.client.expireSession()],
  ];

  private get params(): { slug: string } {
    return { slug: this.client.slug };
  }

  dieSoon(within: number): void {
    const { life } = this.process;
    life.diesAt = life.places + 1 + this.random.below(within);
  }

  private async askAgain(): Promise<string> {
    const [wish] = this.client.open();
    if (!wish) return '';
    await this.bug.beforeRetry?.(this.platform);
    return this.submit(wish);
  }

  private async answerChallenge(): Promise<void> {
    const { secret } = this.client;
    if (secret === null) return;
    // If the challenge is obsolete, the gateway refuses the answer, so the error is ignored. A browser would get the same error.
    await this.payer.challenge(secret, this.random.pick(['complete', 'complete', 'fail'])).catch(() => undefined);
  }

  send: BrowserClientCall = (name, input) => this.client.send(this.process, name, input);

  reconcile = (): Promise<void> => this.process.reconcile();

  changeRecipients = (primary: string, others: readonly string[]): Promise<unknown> =>
    this.client.send(this.process, 'updateOrganization', {
      params: this.params,
      body: { billing_email: primary, additional_billing_emails: [...others] },
    });

  /** @param only the names of the allowed steps; by default, all steps are allowed */
  async run(length: number, only?: readonly string[], afterEach: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    await this.client.signIn();
    const steps = this.steps.filter(([, name]) => only?.includes(name) ?? true);
    const total = steps.reduce((sum, [weight]) => sum + weight, 0);
    for (let index = 0; index < length; index += 1) {
      if (this.process.life.dead && this.random.chance(0.6)) await this.restart();
      let left = this.random.below(total);
      const step = steps.find(([weight]) => (left -= weight) < 0);
      if (!step) continue;
      const came = await step[2]();
      const words = [came].flat(2).filter((word) => typeof word === 'string' && word !== '');
      this.trace.push([step[1], ...words].join(' '));
      await afterEach();
    }
  }

  async settle(): Promise<void> {
    this.payer.sandbox.faults.clear();
    await this.restart();
    await this.pauses();
    await this.process.reconcile();
    for (const wish of this.client.open()) {
      for (let tries = 0; tries < 4 && wish.outcome === null; tries += 1) {
        await minutePasses();
        await this.submit(wish);
      }
    }
    await this.process.reconcile();
    await this.payer.settled();
  }

  /** Abandoned payments end after a day. */
  async dayLater(): Promise<void> {
    await this.payer.pass(25 * hour);
    await this.pauses();
    await this.platform.context.payments.worker.reconcile(0);
    await this.payer.settled();
  }

  /** Makes all work due, as if leases of crashed processes and retry delays had expired. */
  private async pauses(): Promise<void> {
    const { db } = this.platform.context;
    const before = new Date(Date.now() - hour * 1000).toISOString();
    for (const table of ['outbox', 'gateway_events']) await db.execute(`update ${table} set run_after = '${before}'`);
  }
}
