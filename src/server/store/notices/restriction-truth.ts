import { eq } from 'drizzle-orm';
import { sumCents } from '#lib/money.ts';
import { overdueCalendar } from '#server/domain/collection.ts';
import type { NoticeFacts } from '#server/domain/notices.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { overdueInvoices } from '#server/store/invoices/invoices.ts';

const mostNumbers = 10;

export async function overdueSums(db: Database, organizationId: number, atSeconds: number) {
  const rows = await overdueInvoices(db, organizationId, atSeconds);
  const dueAt = rows[0]?.dueAt;
  return {
    owed: { owedCents: sumCents(rows.map(({ dueCents }) => dueCents)), numbers: rows.slice(0, mostNumbers).map(({ number }) => number) },
    oldestDueSeconds: dueAt ? secondsOf(dueAt) : null,
  };
}

export async function restrictionNow(db: Database, organizationId: number, nowSeconds: number) {
  const [row] = await db
    .select({ status: organizations.restrictionStatus, violations: organizations.violations })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  const violations = row?.violations ?? [];
  const { owed, oldestDueSeconds } = await overdueSums(db, organizationId, nowSeconds);
  const overdueFacts = violations.includes('overdue_payment') ? owed : { owedCents: 0, numbers: [] };
  return { status: row?.status ?? null, facts: { violations, ...overdueFacts }, oldestDueSeconds };
}

/**
 * Returns the time of the restriction in Unix seconds. If an overdue payment is the only violation, the oldest overdue invoice decides.
 * Otherwise, the last notice contains the time. Returns null if the violations have changed since that notice.
 */
export function stopsAt(
  { facts, oldestDueSeconds }: Awaited<ReturnType<typeof restrictionNow>>,
  lastNotice: NoticeFacts['last_notice'],
): number | null {
  const [only, ...others] = facts.violations;
  if (only === 'overdue_payment' && others.length === 0 && oldestDueSeconds !== null)
    return overdueCalendar(oldestDueSeconds).restrictedSeconds;
  return [...facts.violations].toSorted().join() === [...lastNotice.violations].toSorted().join() ? lastNotice.restrictedAt : null;
}
