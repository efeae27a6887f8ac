import { formatDateTime } from '#lib/dates/format.ts';
import { staffMoneyStop } from '#server/billing/approvals/allowance.ts';
import type { Database } from '#server/database/database.ts';
import { PlatformError } from '#server/platform-error.ts';

/** @throws {PlatformError} 403 while staff can move no money, because the limits were reset from the shell */
export async function requireStaffMoney(db: Database, at: Date): Promise<void> {
  const until = await staffMoneyStop(db, at);
  if (until !== null)
    throw new PlatformError('forbidden', `The approval limits were reset: staff can move no money until ${formatDateTime(until)}`);
}
