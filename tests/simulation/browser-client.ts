import { hashToken, startSession } from '#server/http/session.ts';
import { findMemberByHandle } from '#server/store/sessions.ts';
import type { TestPlatform } from '#tests/support/platform.ts';
import type { MortalProcess } from './mortal-process.ts';

export type AttemptKind = 'change' | 'top-up';

/** One attempt of a member, under one key until its outcome is definite, however often it is sent. */
export interface Attempt {
  readonly kind: AttemptKind;
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Null while nobody knows how it ended. */
  outcome: number | null;
  /** Credit or plan that the platform has confirmed. */
  isConfirmed: boolean;
}

export interface Reply {
  /** Null: the connection broke. */
  readonly status: number | null;
  readonly body: any;
}

const openEnded: ReadonlySet<string> = new Set([
  'idempotency_key_in_use',
  'internal_error',
  'gateway_unavailable',
  'payment_outcome_unknown',
  'too_many_requests',
  'unauthenticated',
]);

/** A browser of a member with its session: it signs in again when that has ended, and keeps its attempts through everything. */
export class BrowserClient {
  readonly attempts: Attempt[] = [];
  /** Secret of the payment that waits for its payer. */
  secret: string | null = null;
  private token: string | null = null;
  private readonly platform: TestPlatform;
  private readonly path: string;

  constructor(platform: TestPlatform, slug: string) {
    this.platform = platform;
    this.path = `http://localhost/platform/organizations/${slug}`;
  }

  async signIn(): Promise<void> {
    const { db } = this.platform.context;
    const member = await findMemberByHandle(db, 'owner');
    this.token = await startSession(db, member?.id ?? 0);
  }

  async expireSession(): Promise<void> {
    await this.platform.context.db.execute(`delete from sessions where token_hash = '${hashToken(this.token ?? '')}'`);
  }

  async send(process: MortalProcess, method: string, path: string, body?: unknown, key?: string): Promise<Reply> {
    if (process.life.dead) return { status: null, body: null };
    const answer = await process.ask(
      new Request(this.path + path, {
        method,
        headers: {
          Cookie: `session=${this.token}`,
          Version: '2',
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    // What a dying process answers never arrives.
    if (process.life.dead) return { status: null, body: null };
    const text = await answer.text();
    if (answer.status === 401) await this.signIn();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  }

  async submit(process: MortalProcess, attempt: Attempt): Promise<Reply> {
    const reply =
      attempt.kind === 'change'
        ? await this.send(process, 'PUT', '/billing/subscription', attempt.body, attempt.key)
        : await this.send(process, 'POST', '/billing/credits/top-up', attempt.body, attempt.key);
    this.note(attempt, reply);
    return reply;
  }

  private note(attempt: Attempt, { status, body }: Reply): void {
    if (status === null || openEnded.has(body?.code)) return;
    attempt.outcome = status;
    if (status >= 300) return;
    this.secret = body.pending_payment_intent_secret ?? body.payment_intent_secret ?? this.secret;
    attempt.isConfirmed = attempt.kind === 'top-up' ? body.status === 'succeeded' : body.pending_payment_intent_secret === null;
  }

  /** Attempts whose end is not known, the latest first. */
  open(): Attempt[] {
    return this.attempts.filter(({ outcome }) => outcome === null).toReversed();
  }
}
