import { sumCents } from '#lib/money.ts';
import { restrictedFrom, type Restriction, type RestrictionInput, type RestrictionStatus } from '#server/domain/collection.ts';
import type { Database } from '#server/database/database.ts';
import { overdueInvoices } from '#server/store/invoices.ts';
import { writeNotice } from '#server/store/notices/notices.ts';

interface RestrictionStep {
  readonly organizationId: number;
  readonly before: RestrictionStatus | null;
  readonly after: Restriction;
  readonly input: RestrictionInput;
  readonly atSeconds: number;
}

const mostNumbers = 10;

async function owedInvoices(tx: Database, organizationId: number, atSeconds: number) {
  const rows = await overdueInvoices(tx, organizationId, atSeconds);
  return { owedCents: sumCents(rows.map(({ dueCents }) => dueCents)), numbers: rows.slice(0, mostNumbers).map(({ number }) => number) };
}

/** Tells of a step of the calendar that changes what an organization can do, or soon will. */
export async function noteRestriction(tx: Database, { organizationId, before, after, input, atSeconds }: RestrictionStep): Promise<void> {
  const { status } = after;
  if (status === before) return;
  const told = { organizationId, key: String(atSeconds), atSeconds };
  if (before === 'restricted') await writeNotice(tx, { ...told, kind: 'restored', facts: { before } });
  if (status !== 'restricted' && status !== 'grace_period_over') return;
  const violations = after.violations ?? [];
  const owed = violations.includes('overdue_payment') ? await owedInvoices(tx, organizationId, atSeconds) : { owedCents: 0, numbers: [] };
  if (status === 'restricted') await writeNotice(tx, { ...told, kind: 'restricted', facts: { violations, ...owed } });
  else {
    const restrictedAt = restrictedFrom(input, atSeconds);
    await writeNotice(tx, { ...told, kind: 'last_notice', facts: { violations, ...owed, restrictedAt } });
  }
}
