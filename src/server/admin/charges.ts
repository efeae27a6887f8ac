import type { AdminShape } from '#contract/admin/admin-types.ts';
import type { Database } from '#server/database/database.ts';
import { deleteSetting, readSetting, writeSetting } from '#server/database/settings.ts';
import type { AdminHandler } from './admin-handler.ts';

async function chargesView(db: Database): Promise<AdminShape<'Charges'>> {
  const pause = await readSetting(db, 'charges_pause');
  return { paused: pause !== null, since: pause?.sinceSeconds ?? null, reason: pause?.reason ?? null, by: pause?.by ?? null };
}

export const getCharges: AdminHandler<'getCharges'> = async (_, { db }) => ({ data: await chargesView(db) });

/** One switch for the platform: each process reads it before each charge. Pausing again keeps the time and the reason of the first. */
export const putCharges: AdminHandler<'putCharges'> = async ({ body }, { db, key, nowSeconds }) => {
  if (!body.paused) await deleteSetting(db, 'charges_pause');
  else if ((await readSetting(db, 'charges_pause')) === null)
    await writeSetting(db, 'charges_pause', { sinceSeconds: nowSeconds, reason: body.reason ?? null, by: key.id });
  return { data: await chargesView(db) };
};
