import { eq, sql, type SQL } from 'drizzle-orm';
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { perDatabase, rowsOf, type Database } from '#server/database/database.ts';
import { captchaTokens } from '#server/database/tables/requests.ts';

/** Maximum number of events per time window. A window uses real time and starts with the first event. */
export interface Limit {
  readonly name: string;
  readonly most: number;
  readonly seconds: number;
}

export interface LimitCount {
  readonly count: number;
  readonly endsInSeconds: number;
}

function withValues(text: string, values: readonly unknown[]): SQL {
  const parts = text.split(/\$(\d+)/).map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`));
  return sql.join(parts);
}

const limiters = perDatabase((db) => {
  const limiters = new Map<string, RateLimiterPostgres>();
  const storeClient = {
    query: async ({ text, values = [] }: { text: string; values?: unknown[] }) => {
      const rows = rowsOf<object>(await db.execute(withValues(text, values)));
      return { rows, rowCount: rows.length };
    },
  };
  return ({ name, most, seconds }: Limit): RateLimiterPostgres => {
    const known = limiters.get(name);
    if (known) return known;
    const limiter = new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: most,
      duration: seconds,
    });
    limiters.set(name, limiter);
    return limiter;
  };
});

const counted = ({ consumedPoints, msBeforeNext }: RateLimiterRes): LimitCount => ({
  count: consumedPoints,
  endsInSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
});

export async function countOne(db: Database, limit: Limit, key: string, points = 1): Promise<LimitCount> {
  return counted(await limiters(db)(limit).penalty(key, points));
}

export async function uncountOne(db: Database, limit: Limit, key: string): Promise<void> {
  await limiters(db)(limit).reward(key);
}

export async function countOf(db: Database, limit: Limit, key: string): Promise<LimitCount> {
  const found = await limiters(db)(limit).get(key);
  return found ? counted(found) : { count: 0, endsInSeconds: 0 };
}

/** Request for which a captcha was solved. Without an idempotency key (null), a retry of the request is not recognized. */
export interface CaptchaUse {
  readonly organizationId: number;
  readonly key: string | null;
}

export async function captchaUse(db: Database, tokenHash: string): Promise<CaptchaUse | null> {
  const { organizationId, key } = captchaTokens;
  const [used] = await db.select({ organizationId, key }).from(captchaTokens).where(eq(captchaTokens.tokenHash, tokenHash));
  return used ?? null;
}

/** Returns false if the token was used before. */
export async function useCaptchaToken(db: Database, tokenHash: string, use: CaptchaUse, now: Date): Promise<boolean> {
  const used = await db
    .insert(captchaTokens)
    .values({ ...use, tokenHash, usedAt: now })
    .onConflictDoNothing()
    .returning({ tokenHash: captchaTokens.tokenHash });
  return used.length > 0;
}
