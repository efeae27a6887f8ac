import { PlatformError } from '#server/http/platform-error.ts';
import { countInWindow } from '#server/store/limits.ts';
import type { Money } from './context.ts';
import { realNow } from './context.ts';

/** Most calls per organization in a stretch of real time. */
const limits = {
  setup_intent: { most: 10, seconds: 60 },
  top_up: { most: 10, seconds: 60 },
  payment_link: { most: 30, seconds: 60 },
  preview: { most: 120, seconds: 60 },
} as const;

export type Limited = keyof typeof limits;

/**
 * Counts one call against its limit.
 * @throws {PlatformError} 429 with the seconds until the next stretch
 */
export async function countAgainst({ db }: Pick<Money, 'db'>, name: Limited, organizationId: number): Promise<void> {
  const { most, seconds } = limits[name];
  const nowSeconds = Math.floor(realNow().getTime() / 1000);
  const startedSeconds = nowSeconds - (nowSeconds % seconds);
  const count = await countInWindow(db, `${name}:${organizationId}`, new Date(startedSeconds * 1000));
  if (count <= most) return;
  throw new PlatformError('too_many_requests', 'Too many requests. Wait a moment and try again.', {
    headers: { 'Retry-After': String(startedSeconds + seconds - nowSeconds) },
  });
}
