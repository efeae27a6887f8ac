import { createKey, longestKeySeconds } from '#server/admin/keys.ts';
import { adminScopes, type AdminScope } from '#contract/admin/admin-declaration.ts';
import type { Context } from '#server/context.ts';
import { addressRules } from '#server/webhooks/checked-address.ts';
import type { Answer, TestPlatform } from './platform.ts';

interface Sent {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Operator {
  readonly key: string;
  readonly keyId: string;
  readonly ask: (method: string, path: string, body?: unknown, options?: Sent) => Promise<Answer>;
}

let keyCount = 0;

/** Requests that move money need an idempotency key. */
export const once = (): Sent => ({ headers: { 'Idempotency-Key': `test-${(keyCount += 1)}-${process.pid}` } });

/** Reads the events of an organization in pages of three. @param start prefix of the event types, such as `project.` */
export async function eventsOf({ ask }: Pick<Operator, 'ask'>, slug: string, start = ''): Promise<any[]> {
  const all: any[] = [];
  for (let more = true; more;) {
    const { status, body } = await ask('GET', `/organizations/${slug}/events?limit=3&after=${all.at(-1)?.sequence ?? 0}`);
    if (status !== 200) throw new Error(`The events of ${slug} can't be read: ${status}`);
    all.push(...body.events);
    more = body.has_more;
  }
  return all.filter(({ type }) => String(type).startsWith(start));
}

export async function operatorKey(
  { db, clock, config, secrets }: Context,
  scopes: readonly AdminScope[] = adminScopes,
  owner = 'ops@example.com',
): Promise<{ readonly id: string; readonly key: string }> {
  const parts = {
    db,
    key: { id: 'command', name: 'command', scopes: adminScopes },
    nowSeconds: clock.nowSeconds(),
    lateUsageDays: config.lateUsageDays,
    usageReviewAboveCents: config.usageReviewAboveCents,
    usageClockAheadSeconds: config.usageClockAheadSeconds,
    priceNoticeDays: config.priceNoticeDays,
    emailLimits: config.emailLimits,
    approvedBy: config.oidc ? ('provider' as const) : ('keys' as const),
    paymentContext: null,
    hosts: addressRules(config),
    secrets,
  };
  const body = { name: 'test', owner, scopes: [...scopes], expires_at: parts.nowSeconds + longestKeySeconds };
  return (await createKey({ params: {}, query: {}, body }, parts)).data;
}

export async function operatorOf(
  platform: TestPlatform,
  scopes: readonly AdminScope[] = adminScopes,
  owner = 'ops@example.com',
): Promise<Operator> {
  const made = await operatorKey(platform.context, scopes, owner);
  return {
    key: made.key,
    keyId: made.id,
    ask: (method, path, body, { key = made.key, headers = {} } = {}) =>
      platform.ask(`/admin/v1${path}`, {
        method,
        headers: {
          ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}
