import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '#server/database/database.ts';
import { requireAllowance, type RequestAllowance } from '#server/http/turns/request-allowance.ts';
import { countOne, type Limit } from '#server/store/limits.ts';

/** Maximum number of writes of one key per minute, counted across all processes. */
export const keyWrites: Limit = { name: 'key_writes', most: 6000, seconds: 60 };

/** Counter for keys that have an individual limit. The individual limit replaces `most`. All processes share the counter. */
const ownRate: Limit = { name: 'key_requests', most: 60_000, seconds: 60 };

/** Maximum number of reads of one key per minute, counted per process, so that a read does not write a counter to the database. */
const reads = new RateLimiterMemory({ keyPrefix: 'key_reads', points: 60_000, duration: 60 });

async function allowanceOfReads(keyId: string): Promise<RequestAllowance> {
  const limit = await reads.consume(keyId).catch((refusal: RateLimiterRes) => refusal);
  const left = reads.points - limit.consumedPoints;
  return { limit: 'reads', most: reads.points, left, endsInSeconds: Math.ceil(limit.msBeforeNext / 1000) };
}

async function allowanceOfWrites(db: Database, keyId: string): Promise<RequestAllowance> {
  const { count, endsInSeconds } = await countOne(db, keyWrites, keyId);
  return { limit: 'writes', most: keyWrites.most, left: keyWrites.most - count, endsInSeconds };
}

/** @returns the remaining requests under the stricter limit @throws {PlatformError} 429 if the key exceeds a limit */
export async function countKeyRequest(
  db: Database,
  { id: keyId, requestsPerMinute }: { readonly id: string; readonly requestsPerMinute: number | null },
  isRead: boolean,
): Promise<RequestAllowance> {
  let own: RequestAllowance | null = null;
  if (requestsPerMinute !== null) {
    const { count, endsInSeconds } = await countOne(db, ownRate, keyId);
    own = requireAllowance({ limit: 'requests', most: requestsPerMinute, left: requestsPerMinute - count, endsInSeconds }, 'key');
  }
  const general = requireAllowance(isRead ? await allowanceOfReads(keyId) : await allowanceOfWrites(db, keyId), 'key');
  return own !== null && own.left <= general.left ? own : general;
}
