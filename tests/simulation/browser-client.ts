import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallName } from '#contract/calls.ts';
// Read before a history begins: what comes from a disk comes at any moment.
import '#contract/money-calls.ts';
import type { CallInput } from '#contract/types.ts';
import { isCertain, kindAfter } from '#billing/shared/payment/attempt-state.ts';
import { attemptAt, noteSent, noteUnsent, settleAttempt } from '#lib/attempts.ts';
import { call, type CallResult } from '#lib/call.ts';
import { CallError } from '#lib/call-error.ts';
import { callWithPatience } from '#lib/patient-call.ts';
import { hashToken, startSession } from '#server/http/session.ts';
import { findMemberByHandle } from '#server/store/sessions.ts';
import type { TestPlatform } from '#tests/support/platform.ts';
import type { MortalProcess } from './mortal-process.ts';

export type AttemptKind = 'change' | 'top-up';

/** The page asks with the global `fetch`: here that is the connection of the browser whose code is running. */
const connection = new AsyncLocalStorage<typeof fetch>();
const { fetch: outside } = globalThis;
globalThis.fetch = (address, init) => (connection.getStore() ?? outside)(address, init);

function asCallError(thrown: unknown): CallError {
  if (thrown instanceof CallError) return thrown;
  throw thrown;
}

/** What a member wants done, under whatever keys the page gives it, until its outcome is certain or the tab is closed. */
export interface Wish {
  readonly kind: AttemptKind;
  readonly tab: Tab;
  readonly body: Readonly<Record<string, unknown>>;
  /** Keys that it was sent under: more than one only after a refusal that says that nothing was begun. */
  readonly keys: Set<string>;
  /** Status of the certain outcome; null while nobody knows. */
  outcome: number | null;
  /** Nobody asks for it any more. */
  isGivenUp: boolean;
  /** Credit or plan that the platform has confirmed. */
  isConfirmed: boolean;
}

/** A tab's session storage: it survives a reload and goes with the tab. */
export type Tab = Map<string, string>;

let current: Tab = new Map();

const sessionStorage = {
  getItem: (name: string) => current.get(name) ?? null,
  setItem: (name: string, value: string) => void current.set(name, value),
  removeItem: (name: string) => void current.delete(name),
};

/** What the page's code keeps before it next waits, it keeps in this tab. */
function useTab(tab: Tab): void {
  current = tab;
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, value: sessionStorage });
}

/** What happens to a request or its answer between browser and platform. */
export type Network = 'works' | 'loses the request' | 'loses the answer';

/**
 * A member's browser: the page's own client, keys and judgement of answers, over a network that a schedule breaks. It signs in again
 * when its session has ended.
 */
export class BrowserClient {
  readonly wishes: Wish[] = [];
  readonly tabs: [Tab, Tab] = [new Map(), new Map()];
  /** Secret of the payment that waits for its payer. */
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

  /** What `fetch` is to the page while it talks to a process. */
  private connect =
    (process: MortalProcess): typeof fetch =>
    async (address, init) => {
      const lost = new TypeError('fetch failed');
      if (process.life.dead || this.network === 'loses the request') throw lost;
      const request = new Request(new URL(String(address), 'http://localhost'), init);
      request.headers.set('Cookie', `session=${this.token}`);
      const answer = await process.ask(request);
      // What a dying process answers never arrives.
      if (process.life.dead || this.network === 'loses the answer') throw lost;
      if (answer.status === 401) await this.signIn();
      return answer;
    };

  /** Runs the page's code as if this browser were all there is. */
  private over = <T>(process: MortalProcess, work: () => Promise<T>): Promise<T> => connection.run(this.connect(process), work);

  /** What the page does besides paying. A failure is told and is over. */
  async send<N extends CallName>(process: MortalProcess, name: N, input: CallInput<N>): Promise<CallResult<N> | CallError> {
    return this.over(process, () => call(name, input)).catch((error: unknown) => asCallError(error));
  }

  newWish(kind: AttemptKind, body: Wish['body'], tab: Tab = this.tabs[0]): Wish {
    // Asking for something else in the same tab gives up what was open there.
    for (const wish of this.open()) if (wish.kind === kind && wish.tab === tab) wish.isGivenUp = true;
    const wish: Wish = { kind, tab, body, keys: new Set(), outcome: null, isGivenUp: false, isConfirmed: false };
    this.wishes.push(wish);
    return wish;
  }

  /** The tab is closed, with what it remembers. */
  closeTab(tab: Tab): void {
    tab.clear();
    for (const wish of this.open()) if (wish.tab === tab) wish.isGivenUp = true;
  }

  /** Asks for it as the page does. @returns what came of it, in a word */
  async submit(process: MortalProcess, wish: Wish): Promise<string> {
    const { slug } = this;
    useTab(wish.tab);
    const open = attemptAt(slug, wish.kind, JSON.stringify(wish.body));
    const attempt = noteSent(slug, wish.kind, open, wish.body);
    wish.keys.add(attempt.key);
    const input = { params: { slug }, body: wish.body, idempotencyKey: attempt.key };
    try {
      const name = wish.kind === 'change' ? 'updateSubscription' : 'topUpCredits';
      const { status, data } = await this.over(process, () =>
        callWithPatience<'updateSubscription' | 'topUpCredits'>(name, input as CallInput<typeof name>, () => Promise.resolve()),
      );
      useTab(wish.tab);
      settleAttempt(slug, wish.kind);
      this.noteSuccess(wish, status, data);
      return String(status);
    } catch (thrown) {
      const error = asCallError(thrown);
      const kind = kindAfter(error, open.sent !== null);
      useTab(wish.tab);
      if (isCertain(kind, error)) {
        wish.outcome = error.status;
        settleAttempt(slug, wish.kind);
      } else if (kind !== 'unknown') noteUnsent(slug, wish.kind, attempt);
      return error.code;
    }
  }

  private noteSuccess(wish: Wish, status: number, data: Readonly<Record<string, unknown>>): void {
    wish.outcome = status;
    const secret = data['pending_payment_intent_secret'] ?? data['payment_intent_secret'];
    if (typeof secret === 'string') this.secret = secret;
    wish.isConfirmed = wish.kind === 'top-up' ? data['status'] === 'succeeded' : data['pending_payment_intent_secret'] === null;
  }

  /** Wishes whose end is not known to somebody who still asks, the latest first. */
  open(): Wish[] {
    return this.wishes.filter(({ outcome, isGivenUp }) => outcome === null && !isGivenUp).toReversed();
  }
}
