import { readSetting, writeSetting } from '#server/database/settings.ts';
import type { Database } from '#server/database/database.ts';

/** While the clock makes a long step no mail leaves; once it has arrived, each address gets one for all that happened. */
export type MailHold = 'none' | 'on_the_way' | 'arrived';

export async function mailHold(db: Database, nowSeconds: number): Promise<MailHold> {
  const until = await readSetting(db, 'mail_held_until');
  if (until === null) return 'none';
  return nowSeconds < until ? 'on_the_way' : 'arrived';
}

export const beginMailHold = (db: Database, untilSeconds: number): Promise<void> => writeSetting(db, 'mail_held_until', untilSeconds);

export const endMailHold = (db: Database): Promise<void> => writeSetting(db, 'mail_held_until', null);
