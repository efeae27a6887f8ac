import { holdLock } from '#server/store/advisory-lock.ts';
import type { Database } from '#server/store/database.ts';
import { readSetting, writeSetting } from '#server/store/settings.ts';
import { fleet } from './fleet/fleet.ts';
import { insertOrganizations } from './insert-organizations.ts';
import type { OrganizationSeed } from './organization-seed.ts';

/**
 * Brings the fleet into an empty store, whole or not at all; does nothing to a store that has been seeded.
 * @param nowSeconds the platform's time, to which all dates are relative
 */
export async function seedFleet(db: Database, nowSeconds: number, seeds: readonly OrganizationSeed[] = fleet): Promise<void> {
  if ((await readSetting(db, 'seeded_at_seconds')) !== null) return;
  await db.transaction(async (tx) => {
    await holdLock(tx, 'seed');
    if ((await readSetting(tx, 'seeded_at_seconds')) !== null) return;
    await insertOrganizations(tx, seeds, nowSeconds);
    await writeSetting(tx, 'seeded_at_seconds', nowSeconds);
  });
}
