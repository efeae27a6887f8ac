import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '#server/database/database.ts';
import { PlatformError } from '#server/platform-error.ts';
import { countOne, type Limit } from '#server/store/limits.ts';

/** Writes per minute of one key, in all processes together. */
export const keyWrites: Limit = { name: 'key_writes', most: 6000, seconds: 60 };

/** Counter for keys with their own limit, in all processes together. */
const ownRate: Limit = { name: 'key_requests', most: 60_000, seconds: 60 };

/** Reads per minute of one key, in this process only, because a read must not wait for a counter to be written. */
const reads = new RateLimiterMemory({ keyPrefix: 'key_reads', points: 60_000, duration: 60 });

const tooMany = (seconds: number): PlatformError =>
  new PlatformError('too_many_requests', 'This key makes too many requests. Try again in a moment.', {
    headers: { 'Retry-After': String(Math.max(1, seconds)) },
  });

/** @throws {PlatformError} 429 if the key exceeds a limit */
export async function countKeyRequest(
  db: Database,
  { id: keyId, requestsPerMinute }: { readonly id: string; readonly requestsPerMinute: number | null },
  isRead: boolean,
): Promise<void> {
  if (requestsPerMinute !== null) {
    const { count, endsInSeconds } = await countOne(db, ownRate, keyId);
    if (count > requestsPerMinute) throw tooMany(endsInSeconds);
  }
  if (isRead) {
    await reads.consume(keyId).catch((limit: RateLimiterRes) => {
      throw tooMany(Math.ceil(limit.msBeforeNext / 1000));
    });
    return;
  }
  const { count, endsInSeconds } = await countOne(db, keyWrites, keyId);
  if (count > keyWrites.most) throw tooMany(endsInSeconds);
}
