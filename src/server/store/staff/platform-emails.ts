import { and, asc, eq, lte, sql, type SQL } from 'drizzle-orm';
import { instantOf, rowsOf, type Database } from '#server/database/database.ts';
import { platformEmails } from '#server/database/tables/platform-staff.ts';

export type PlatformEmailRow = typeof platformEmails.$inferSelect;
type PlatformEmailKind = PlatformEmailRow['kind'];

/** Lane of the notices queue for emails to owners of API keys. The other lanes are organization IDs, which are never 0. */
export const platformLane = '0';

/** Days before the expiry of a key at which its owner gets an email. */
const warningDays = [30, 7] as const;

const instant = (seconds: number): SQL => sql`${instantOf(Math.max(0, seconds)).toISOString()}::timestamptz`;
const isLive = (nowSeconds: number): SQL => sql`k.revoked_at is null and k.expires_at > ${instant(nowSeconds)}`;

/** SQL for the owners of usable keys with the scope `money`, without duplicates. @param except the ID of a key to ignore */
const moneyOwners = (nowSeconds: number, except: string): SQL => sql`
  select distinct on (lower(k.owner)) k.owner from api_keys k
  where 'money' = any(k.scopes) and k.id <> ${except} and ${isLive(nowSeconds)} order by lower(k.owner)`;

interface OwnerNews {
  readonly kind: PlatformEmailKind;
  readonly key: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly atSeconds: number;
  /** ID of the key that the email is about. This key is ignored in the search for owners. */
  readonly exceptKey?: string;
}

export async function tellMoneyOwners(tx: Database, { kind, key, facts, atSeconds, exceptKey = '' }: OwnerNews): Promise<void> {
  await tx.execute(sql`
    insert into platform_emails (kind, business_key, address, facts, occurred_at)
    select ${kind}::text, ${`${kind}:${key}:`}::text || lower(owner), owner, ${JSON.stringify(facts)}::jsonb, ${instant(atSeconds)}
    from (${moneyOwners(atSeconds, exceptKey)}) owners
    on conflict (business_key) do nothing`);
}

/** SQL for the expiry emails of keys: one row per email. Omits an email that would be due before its key was created. */
const warnings = sql`
  select k.*, w.days, k.expires_at - w.days * interval '1 day' as warned_at
  from api_keys k cross join (values ${sql.join(
    warningDays.map((days) => sql`(${days}::integer)`),
    sql`, `,
  )}) w (days)
  where k.revoked_at is null and k.expires_at - w.days * interval '1 day' > k.created_at`;

export async function nextKeyWarning(db: Database, afterSeconds: number): Promise<number | null> {
  const found = await db.execute(sql`
    select ceil(extract(epoch from min(warned_at)))::float8 as at from (${warnings}) k where warned_at > ${instant(afterSeconds)}`);
  return rowsOf<{ at: number | null }>(found)[0]?.at ?? null;
}

/** Queues due expiry emails, each once. If several emails about a key are due, queues only the latest. @returns number of queued emails */
export async function warnOwners(db: Database, nowSeconds: number): Promise<number> {
  const inserted = await db.execute(sql`
    insert into platform_emails (kind, business_key, address, facts, occurred_at)
    select distinct on (k.id) 'key_expiring', 'key_expiring:' || k.id || ':' || k.days, k.owner,
      jsonb_build_object('id', k.id, 'name', k.name, 'expires_at', extract(epoch from k.expires_at)::bigint), ${instant(nowSeconds)}
    from (${warnings}) k where k.warned_at <= ${instant(nowSeconds)} and ${isLive(nowSeconds)}
    order by k.id, k.days
    on conflict (business_key) do nothing returning id`);
  return rowsOf(inserted).length;
}

/** After this number of days, the owners of keys get daily emails about held usage. */
const heldDays = 14;
const secondsOfDay = 86_400;

/** SQL: held usage. `told_from` is the time after which owners of keys get daily emails about the usage. */
const held = sql`
  select a.id, a.requested_at, a.requested_at + ${heldDays}::integer * interval '1 day' as told_from from approvals a
  where a.state = 'pending' and a.kind in ('usage', 'usage_correction')`;

/** Time of the first reminder after `afterSeconds`: 14 days after the usage was held, then daily. Null if no usage is held. */
export async function nextHeldReminder(db: Database, afterSeconds: number): Promise<number | null> {
  const nextDay = (Math.floor(afterSeconds / secondsOfDay) + 1) * secondsOfDay;
  const found = await db.execute(sql`
    select ceil(extract(epoch from min(case when told_from > ${instant(afterSeconds)} then told_from else ${instant(nextDay)} end)))::float8 as at
    from (${held}) h`);
  return rowsOf<{ at: number | null }>(found)[0]?.at ?? null;
}

/** Queues an email to each owner of a `money` key, once a day, if usage has been held for 14 days. */
export async function remindOfHeldUsage(tx: Database, nowSeconds: number): Promise<void> {
  const found = await tx.execute(sql`
    select count(*)::int as requests, extract(epoch from min(requested_at))::float8 as since from (${held}) h
    where told_from <= ${instant(nowSeconds)}`);
  const [{ requests, since } = { requests: 0, since: 0 }] = rowsOf<{ requests: number; since: number }>(found);
  if (requests === 0) return;
  const key = String(Math.floor(nowSeconds / secondsOfDay));
  await tellMoneyOwners(tx, { kind: 'usage_held', key, facts: { requests, since: Math.floor(since) }, atSeconds: nowSeconds });
}

export async function hasPlatformEmails(db: Database, now: Date): Promise<boolean> {
  const due = and(eq(platformEmails.state, 'queued'), lte(platformEmails.runAfter, now));
  return (await db.select({ id: platformEmails.id }).from(platformEmails).where(due).limit(1)).length > 0;
}

/** @param until the end of the lease, in real time @returns null if no email is due */
export async function takePlatformEmail(db: Database, now: Date, until: Date): Promise<PlatformEmailRow | null> {
  const oldest = db
    .select({ id: platformEmails.id })
    .from(platformEmails)
    .where(and(eq(platformEmails.state, 'queued'), lte(platformEmails.runAfter, now)))
    .orderBy(asc(platformEmails.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(platformEmails)
    .set({
      runAfter: until,
      attempts: sql`${platformEmails.attempts} + 1`,
      firstTriedAt: sql`coalesce(${platformEmails.firstTriedAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(platformEmails.id, sql`(${oldest})`))
    .returning();
  return row ?? null;
}

export async function endPlatformEmail(
  db: Database,
  { id, attempts }: Pick<PlatformEmailRow, 'id' | 'attempts'>,
  end: Partial<Pick<PlatformEmailRow, 'state' | 'sentAt' | 'lastError' | 'runAfter'>>,
): Promise<boolean> {
  const ended = await db
    .update(platformEmails)
    .set({ lastError: null, ...end })
    .where(and(eq(platformEmails.id, id), eq(platformEmails.attempts, attempts), eq(platformEmails.state, 'queued')))
    .returning({ id: platformEmails.id });
  return ended.length > 0;
}
