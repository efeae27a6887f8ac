import type { AdminShape } from '#contract/admin/admin-types.ts';
import { formatDateTime } from '#lib/dates/format.ts';
import { staffMoneyStop } from '#server/billing/approvals/allowance.ts';
import { PlatformError } from '#server/platform-error.ts';
import type { Database } from '#server/database/database.ts';
import { deleteSetting, readSetting, writeSetting } from '#server/database/settings.ts';
import type { AdminHandler } from './admin-handler.ts';

async function chargesView(db: Database): Promise<AdminShape<'Charges'>> {
  const pause = await readSetting(db, 'charges_pause');
  return { paused: pause !== null, since: pause?.sinceSeconds ?? null, reason: pause?.reason ?? null, by: pause?.by ?? null };
}

export const getCharges: AdminHandler<'getCharges'> = async (_, { db }) => ({ data: await chargesView(db) });

/** Pauses or resumes charges. Each process reads the pause before each charge. A repeated pause keeps the time and reason of the first. */
export const putCharges: AdminHandler<'putCharges'> = ({ body }, { db, key, nowSeconds }) =>
  db.transaction(async (tx) => {
    if (!body.paused) await deleteSetting(tx, 'charges_pause');
    else if ((await readSetting(tx, 'charges_pause')) === null)
      await writeSetting(tx, 'charges_pause', { sinceSeconds: nowSeconds, reason: body.reason ?? null, by: key.id });
    return { data: await chargesView(tx) };
  });

/** @throws {PlatformError} 403 if an operator has recently reset the approval limits from the shell */
export async function requireStaffMoney(db: Database, at: Date): Promise<void> {
  const until = await staffMoneyStop(db, at);
  if (until !== null)
    throw new PlatformError('forbidden', `The approval limits were reset: staff can't move money until ${formatDateTime(until)}`);
}
