import type { AdminShape } from '#contract/admin/admin-types.ts';
import { stepSeconds } from '#lib/dates/calendar.ts';
import { approversOf, COMMAND } from '#server/domain/staff/people.ts';
import { instantOf, secondsOf, type Database } from '#server/database/database.ts';
import { readSetting, writeSetting } from '#server/database/settings.ts';
import { newId } from '#server/payments/ids.ts';
import { readLimits, setLimits, type LimitCents } from '#server/store/staff/approval-limits.ts';
import { insertPlatformApproval } from '#server/store/staff/approvals.ts';
import { tellMoneyOwners } from '#server/store/staff/platform-emails.ts';
import { keyOrigins } from '#server/store/staff-actions.ts';
import type { AdminHandler } from './admin-handler.ts';

type LimitsView = AdminShape<'ApprovalLimits'>;

async function limitsView(db: Database, nowSeconds: number): Promise<LimitsView> {
  const { person, organization, platform } = await readLimits(db);
  const until = await readSetting(db, 'staff_money_stopped_until');
  return {
    person_cents: person,
    organization_cents: organization,
    platform_cents: platform,
    money_stopped_until: until !== null && nowSeconds < until ? until : null,
  };
}

export const getApprovalLimits: AdminHandler<'getApprovalLimits'> = async (_, { db, nowSeconds }) => ({
  data: await limitsView(db, nowSeconds),
});

/** Requests new limits. New limits always need the approval of another person. */
export const putApprovalLimits: AdminHandler<'putApprovalLimits'> = ({ body }, { db, key, nowSeconds }) =>
  db.transaction(async (tx) => {
    const { reason, ...input } = body;
    const id = newId('apr');
    await insertPlatformApproval(tx, {
      id,
      kind: 'approval_limits',
      input,
      reason,
      requestedBy: key.id,
      requestedAt: instantOf(nowSeconds),
      approvers: approversOf(key.id, await keyOrigins(tx)),
    });
    return { data: { approval: { id, status: 'pending' as const } } };
  });

export async function applyLimits(tx: Database, input: Readonly<Record<string, unknown>>, at: Date): Promise<LimitsView> {
  // The input was validated when the request was made.
  const { person_cents: person, organization_cents: organization, platform_cents: platform } = input as Record<string, number>;
  await setLimits(tx, { person: person ?? 0, organization: organization ?? 0, platform: platform ?? 0 }, secondsOf(at));
  return limitsView(tx, secondsOf(at));
}

const stoppedSeconds = stepSeconds({ hours: 24 });

/** After a reset from the shell, staff cannot move money for a day. Owners of `money` keys get an email, so that they notice misuse. */
export const resetLimits = (db: Database, limits: LimitCents, nowSeconds: number): Promise<LimitsView> =>
  db.transaction(async (tx) => {
    const until = nowSeconds + stoppedSeconds;
    await setLimits(tx, limits, nowSeconds);
    await writeSetting(tx, 'staff_money_stopped_until', until);
    const facts = { by: COMMAND, until };
    await tellMoneyOwners(tx, { kind: 'approval_limits_reset', key: String(nowSeconds), facts, atSeconds: nowSeconds });
    return limitsView(tx, nowSeconds);
  });
