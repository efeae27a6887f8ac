import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallName } from '#contract/calls.ts';
// Imports the module before a history starts, because disk reads finish at random times.
import '#contract/money-calls.ts';
import type { CallInput } from '#contract/types.ts';
import type { AttemptEvent, PaymentAttempt } from '#billing/shared/payment/attempt-types.ts';
import { nextAttempt, rememberedRequest, restoredAttempt } from '#billing/shared/payment/payment-attempt.ts';
import { loadRequest, newRequestKey, saveRequest } from '#lib/browser/payment-attempts.ts';
import { callPlatform, type CallResult } from '#lib/browser/call.ts';
import { CallError } from '#lib/call-error.ts';
import { callWithRetries } from '#lib/browser/call-with-retries.ts';
import { hashToken, startSession } from '#server/http/session.ts';
import { findMemberByHandle } from '#server/store/sessions.ts';
import { payerAt } from '#tests/support/payer.ts';
import type { TestPlatform } from '#tests/support/platform.ts';
import type { MortalProcess } from './mortal-process.ts';

export type AttemptKind = 'change' | 'top-up';

/** The page uses the global `fetch`. It is routed to the connection of the running browser. */
const connection = new AsyncLocalStorage<typeof fetch>();
const { fetch: outside } = globalThis;
globalThis.fetch = (address, init) => (connection.getStore() ?? outside)(address, init);

function asCallError(thrown: unknown): CallError {
  if (thrown instanceof CallError) return thrown;
  throw thrown;
}

/** A payment that a member has requested. The test tracks it until its outcome is known or the tab is closed. */
export interface Wish {
  readonly kind: AttemptKind;
  readonly tab: Tab;
  readonly body: Readonly<Record<string, unknown>>;
  /** Idempotency keys of the sent requests. A second key is allowed only if the first request was refused before the payment started. */
  readonly keys: Set<string>;
  outcome: number | null;
  isGivenUp: boolean;
  isConfirmed: boolean;
}

/** Session storage of a tab: survives reloads, but not closing the tab. */
export type Tab = Map<string, string>;

let current: Tab = new Map();

const sessionStorage = {
  getItem: (name: string) => current.get(name) ?? null,
  setItem: (name: string, value: string) => void current.set(name, value),
  removeItem: (name: string) => void current.delete(name),
};

function useTab(tab: Tab): void {
  current = tab;
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, value: sessionStorage });
}

export type Network = 'works' | 'loses the request' | 'loses the answer';

/** A member's browser: the page's client, keys and error handling, over a faulty network. Signs in again after session expiry. */
export class BrowserClient {
  readonly wishes: Wish[] = [];
  readonly tabs: [Tab, Tab] = [new Map(), new Map()];
  /** Client secret of the payment that waits for its payer. */
  secret: string | null = null;
  network: Network = 'works';
  private token: string | null = null;
  private readonly platform: TestPlatform;
  readonly slug: string;

  constructor(platform: TestPlatform, slug: string) {
    this.platform = platform;
    this.slug = slug;
  }

  async signIn(): Promise<void> {
    const { db } = this.platform.context;
    const member = await findMemberByHandle(db, 'owner');
    this.token = await startSession(db, member?.id ?? 0);
  }

  async expireSession(): Promise<void> {
    await this.platform.context.db.execute(`delete from sessions where token_hash = '${hashToken(this.token ?? '')}'`);
  }

  private connect =
    (process: MortalProcess): typeof fetch =>
    async (address, init) => {
      const lost = new TypeError('fetch failed');
      if (process.life.dead || this.network === 'loses the request') throw lost;
      const request = new Request(new URL(String(address), 'http://localhost'), init);
      request.headers.set('Cookie', `session=${this.token}`);
      const answer = await process.ask(request);
      // If the process has crashed, its response never arrives.
      if (process.life.dead || this.network === 'loses the answer') throw lost;
      if (answer.status === 401) await this.signIn();
      return answer;
    };

  private over = <T>(process: MortalProcess, work: () => Promise<T>): Promise<T> => connection.run(this.connect(process), work);

  /** Returns a failure instead of retrying. Payments use `submit`. */
  async send<N extends CallName>(process: MortalProcess, name: N, input: CallInput<N>): Promise<CallResult<N> | CallError> {
    return this.over(process, () => callPlatform(name, input)).catch((error: unknown) => asCallError(error));
  }

  newWish(kind: AttemptKind, body: Wish['body'], tab: Tab = this.tabs[0]): Wish {
    // If a tab starts a new payment, the tab abandons its open payments of the same kind.
    for (const wish of this.open()) if (wish.kind === kind && wish.tab === tab) wish.isGivenUp = true;
    const wish: Wish = { kind, tab, body, keys: new Set(), outcome: null, isGivenUp: false, isConfirmed: false };
    this.wishes.push(wish);
    return wish;
  }

  closeTab(tab: Tab): void {
    tab.clear();
    for (const wish of this.open()) if (wish.tab === tab) wish.isGivenUp = true;
  }

  private advance(wish: Wish, attempt: PaymentAttempt, event: AttemptEvent): PaymentAttempt {
    const next = nextAttempt(attempt, event);
    useTab(wish.tab);
    if (next.open !== attempt.open) saveRequest(this.slug, wish.kind, rememberedRequest(next));
    return next;
  }

  /** Simulates a press of the pay button: repeats the tab's unanswered request, or creates a new request. */
  private begin(wish: Wish): PaymentAttempt {
    const about = JSON.stringify(wish.body);
    useTab(wish.tab);
    const open = loadRequest(this.slug, wish.kind);
    // If an attempt has an unknown outcome, repeats this attempt, as the page does. Otherwise, creates a new attempt.
    const restored = restoredAttempt(open?.about === about ? open : null);
    if (restored.kind === 'unknown') return this.advance(wish, restored, { type: 'resent' });
    const prepared = this.advance(wish, restored, { type: 'prepared' });
    return this.advance(wish, prepared, { type: 'sent', about, request: wish.body, key: newRequestKey() });
  }

  /** Submits a payment like the billing page. @returns the status of a successful response, or the error code */
  async submit(process: MortalProcess, wish: Wish): Promise<string> {
    const { slug } = this;
    const sending = this.begin(wish);
    const key = sending.open?.key ?? '';
    wish.keys.add(key);
    const name = wish.kind === 'change' ? 'updateSubscription' : 'topUpCredits';
    const ask = (body: Wish['body']) =>
      this.over(process, () =>
        callWithRetries<'updateSubscription' | 'topUpCredits'>(
          name,
          { params: { slug }, body, idempotencyKey: key } as CallInput<typeof name>,
          () => Promise.resolve(),
        ),
      );
    try {
      const { status, data } = await ask(wish.body).catch((thrown: unknown) => {
        // As on the page, the member solves the captcha, and the attempt is repeated with the token.
        if (asCallError(thrown).code !== 'captcha_required') throw thrown;
        return ask({ ...wish.body, hcaptcha_token: payerAt(this.platform).captcha() });
      });
      this.advance(wish, sending, { type: 'answered', answer: { kind: 'succeeded' } });
      this.noteSuccess(wish, status, data);
      return String(status);
    } catch (thrown) {
      const error = asCallError(thrown);
      const after = this.advance(wish, sending, { type: 'failed', message: error.message, error });
      const isOver = after.open === null;
      if (isOver) wish.outcome = error.status;
      return error.code;
    }
  }

  private noteSuccess(wish: Wish, status: number, data: Readonly<Record<string, unknown>>): void {
    wish.outcome = status;
    const secret = data['pending_payment_intent_secret'] ?? data['payment_intent_secret'];
    if (typeof secret === 'string') this.secret = secret;
    wish.isConfirmed = wish.kind === 'top-up' ? data['status'] === 'succeeded' : data['pending_payment_intent_secret'] === null;
  }

  open(): Wish[] {
    return this.wishes.filter(({ outcome, isGivenUp }) => outcome === null && !isGivenUp).toReversed();
  }
}
