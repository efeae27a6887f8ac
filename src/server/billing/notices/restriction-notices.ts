import { restrictedFrom, type Restriction, type RestrictionInput, type RestrictionStatus } from '#server/domain/collection.ts';
import type { Database } from '#server/database/database.ts';
import { overdueSums } from '#server/store/notices/restriction-truth.ts';
import { writeNotice } from '#server/store/notices/write-notice-once.ts';

interface RestrictionStep {
  readonly organizationId: number;
  readonly before: RestrictionStatus | null;
  readonly after: Restriction;
  readonly input: RestrictionInput;
  readonly atSeconds: number;
}

/** Queues a notice if services of an organization become restricted, will soon become restricted, or are restricted no longer. */
export async function queueRestriction(tx: Database, { organizationId, before, after, input, atSeconds }: RestrictionStep): Promise<void> {
  const { status } = after;
  if (status === before) return;
  const noticeFields = { organizationId, key: String(atSeconds), atSeconds };
  if (before === 'restricted') await writeNotice(tx, { ...noticeFields, kind: 'restored', facts: { before } });
  if (status !== 'restricted' && status !== 'grace_period_over') return;
  const violations = after.violations ?? [];
  const owed = violations.includes('overdue_payment')
    ? (await overdueSums(tx, organizationId, atSeconds)).owed
    : { owedCents: 0, numbers: [] };
  if (status === 'restricted') await writeNotice(tx, { ...noticeFields, kind: 'restricted', facts: { violations, ...owed } });
  else {
    const restrictedAt = restrictedFrom(input, atSeconds);
    await writeNotice(tx, { ...noticeFields, kind: 'last_notice', facts: { violations, ...owed, restrictedAt } });
  }
}
