import { eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import type { Owner } from './owner.ts';
import { settings } from './tables/platform.ts';

/** Every setting by name with its type. */
export interface Settings {
  /** The mode that the database belongs to. */
  readonly owner: Owner;
  /** How far the platform's clock is ahead of real time. */
  readonly clock_offset_ms: number;
  /** Unix time at which the fleet was seeded. */
  readonly seeded_at_seconds: number;
  /** Unix time up to which the gateway's events have been fetched. */
  readonly gateway_events_read_until: number;
}

export async function readSetting<K extends keyof Settings>(db: Database, key: K): Promise<Settings[K] | null> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key));
  return row ? (row.value as Settings[K]) : null;
}

export async function writeSetting<K extends keyof Settings>(db: Database, key: K, value: Settings[K]): Promise<void> {
  await db.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } });
}
