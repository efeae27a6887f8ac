import { readStoreConfig } from '#server/settings/config.ts';
import { FolderInUse } from '#server/database/folder-lock.ts';
import { actingAs } from '#server/database/acting.ts';
import { COMMAND } from '#server/domain/staff/people.ts';
import { firstLimits } from '#server/domain/staff/staff-rules.ts';
import { newId } from '#server/payments/ids.ts';
import { resetLimits } from '#server/admin/approval-limits.ts';
import { clockOf, openOwnStore } from './admin-client.ts';
import { CommandFailure } from './answers.ts';
import type { Verbs } from './verbs.ts';

/** @throws {CommandFailure} if BILLING_URL is set or a platform is running */
export async function resetOwnLimits(environment: Readonly<Record<string, string | undefined>>): ReturnType<Verbs['resetLimits']> {
  if (environment['BILLING_URL']) throw new CommandFailure('The limits are reset on the database itself; unset BILLING_URL.');
  const config = readStoreConfig(environment);
  const store = await openOwnStore(config, { migrates: false, image: null }).catch((error: unknown) => {
    if (!(error instanceof FolderInUse)) throw error;
    throw new CommandFailure(`The platform of process ${error.pid} runs on the data folder; stop it to reset the limits.`, {
      cause: error,
    });
  });
  try {
    const clock = await clockOf(store, config);
    const actor = { memberId: null, username: 'key:command', keyId: COMMAND, call: 'resetApprovalLimits', requestId: newId('req') };
    return await actingAs({ ...actor, callerRequestId: null }, () =>
      resetLimits(store.db, firstLimits(config.approvalAboveCents), clock.nowSeconds()),
    );
  } finally {
    await store.close();
  }
}
