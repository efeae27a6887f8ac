import type { RequestEffect } from '#server/payments/sandbox/faults.ts';
import type { PaymentGateway } from '#server/payments/gateway.ts';
import { payerAt, testCard } from '#tests/support/payer.ts';
import type { TestPlatform } from '#tests/support/platform.ts';
import type { Random } from '#tests/support/random.ts';
import { BrowserClient, type Attempt, type AttemptKind } from './browser-client.ts';
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

/** `lost` stands for a time limit as well: either way nobody knows whether the call has been carried out. */
const effects: readonly RequestEffect[] = [
  'lost_before',
  'lost_after',
  'lost_after',
  'conflict',
  'rate_limit',
  'server_error_before',
  'server_error_after',
];
/** Calls that the platform makes; what a browser sends to the gateway is left alone. */
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

/** Changes the platform's surroundings so that a checker has something to find. */
export interface Bug {
  readonly gateway?: (gateway: PaymentGateway) => PaymentGateway;
  /** Done before every request that is sent again. */
  readonly beforeRetry?: (platform: TestPlatform) => Promise<void>;
}

/** One organization's history under faults: what a seed decides, step by step. */
export class Schedule {
  readonly client: BrowserClient;
  /** What was done, for whoever reads a failure. */
  readonly trace: string[] = [];
  private process: MortalProcess;
  private readonly platform: TestPlatform;
  private readonly random: Random;
  private readonly payer: ReturnType<typeof payerAt>;
  private readonly bug: Bug;
  private readonly slug: string;

  constructor(platform: TestPlatform, slug: string, random: Random, bug: Bug = {}) {
    this.platform = platform;
    this.slug = slug;
    this.random = random;
    this.bug = bug;
    this.payer = payerAt(platform);
    this.client = new BrowserClient(platform, slug);
    this.process = this.begin();
  }

  private begin = (): MortalProcess => startProcess(this.platform, this.bug.gateway ?? ((gateway) => gateway));

  private async restart(): Promise<void> {
    await afterDeath(this.platform);
    this.process = this.begin();
  }

  private async newAttempt(kind: AttemptKind): Promise<Attempt> {
    const { random, payer } = this;
    const method = await payer.card(random.pick(cards));
    const body =
      kind === 'change'
        ? { tier: random.pick(tiers), payment_method: method }
        : { amount: random.pick([100, 250]), payment_method_id: method, hcaptcha_token: payer.captcha() };
    const attempt = { kind, key: `${this.slug}-${this.client.attempts.length}`, body, outcome: null, isConfirmed: false };
    this.client.attempts.push(attempt);
    return attempt;
  }

  private readonly steps: readonly (readonly [weight: number, name: string, run: () => Promise<unknown>])[] = [
    [4, 'top up', async () => this.client.submit(this.process, await this.newAttempt('top-up'))],
    [3, 'change', async () => this.client.submit(this.process, await this.newAttempt('change'))],
    [5, 'retry', async () => this.retry()],
    [
      2,
      'double submit',
      async () => {
        const attempt = await this.newAttempt(this.random.pick(['change', 'top-up']));
        await Promise.all([this.client.submit(this.process, attempt), this.client.submit(this.process, attempt)]);
      },
    ],
    [
      2,
      'two tabs',
      async () => {
        const attempts = [await this.newAttempt('change'), await this.newAttempt(this.random.pick(['change', 'top-up']))];
        await Promise.all(attempts.map((attempt) => this.client.submit(this.process, attempt)));
      },
    ],
    [3, 'challenge', async () => this.answerChallenge()],
    [
      2,
      'confirm',
      async () => {
        const id = this.client.secret?.split('_secret_')[0];
        if (id) await this.client.send(this.process, 'POST', '/billing/subscription/confirm', { payment_intent_id: id });
      },
    ],
    [1, 'cancel', async () => this.client.send(this.process, 'DELETE', '/billing/subscription/pending-change')],
    [1, 'read', async () => this.client.send(this.process, 'GET', '/billing/subscription')],
    [3, 'events', async () => this.payer.settled()],
    [
      2,
      'event fault',
      async () =>
        void this.payer.sandbox.faults.add({
          on: 'event',
          effect: this.random.pick(eventEffects),
          type: '*',
          times: 1 + this.random.below(4),
        }),
    ],
    [
      4,
      'gateway fault',
      async () => {
        const effect = this.random.pick(effects);
        const seconds = effect === 'rate_limit' ? { retryAfterSeconds: 5 } : {};
        this.payer.sandbox.faults.add({
          on: 'request',
          effect,
          path: this.random.pick(paths),
          times: 1 + this.random.below(2),
          ...seconds,
        });
        if (this.random.chance(0.7)) await this.client.submit(this.process, await this.newAttempt('top-up'));
      },
    ],
    [
      4,
      'crash',
      async () => {
        this.process.life.diesAt = this.process.life.places + 1 + this.random.below(45);
        await this.client.submit(this.process, await this.newAttempt(this.random.pick(['change', 'top-up'])));
      },
    ],
    [2, 'restart', async () => this.restart()],
    [1, 'reconcile', async () => this.process.reconcile()],
    [1, 'clock', async () => this.payer.pass(this.random.pick(jumps))],
    [1, 'session ends', async () => this.client.expireSession()],
  ];

  private async retry(): Promise<void> {
    const [attempt] = this.client.open();
    if (!attempt) return;
    await this.bug.beforeRetry?.(this.platform);
    await this.client.submit(this.process, attempt);
  }

  private async answerChallenge(): Promise<void> {
    const { secret } = this.client;
    if (secret === null) return;
    // A challenge that nobody waits for any more is refused, as it is in a browser.
    await this.payer.challenge(secret, this.random.pick(['complete', 'complete', 'fail'])).catch(() => undefined);
  }

  /** @param only names of the steps to choose from; all where absent */
  async run(length: number, only?: readonly string[]): Promise<void> {
    await this.client.signIn();
    const steps = this.steps.filter(([, name]) => only?.includes(name) ?? true);
    const total = steps.reduce((sum, [weight]) => sum + weight, 0);
    for (let index = 0; index < length; index += 1) {
      if (this.process.life.dead && this.random.chance(0.6)) await this.restart();
      let left = this.random.below(total);
      const step = steps.find(([weight]) => (left -= weight) < 0);
      if (!step) continue;
      this.trace.push(step[1]);
      await step[2]();
    }
  }

  /** Faults are over: the process starts anew, the browser asks for what it doesn't know, events arrive. */
  async settle(): Promise<void> {
    this.payer.sandbox.faults.clear();
    await this.restart();
    await this.process.reconcile();
    for (const attempt of this.client.open()) {
      for (let tries = 0; tries < 4 && attempt.outcome === null; tries += 1) await this.client.submit(this.process, attempt);
    }
    await this.process.reconcile();
    await this.payer.settled();
  }
}
