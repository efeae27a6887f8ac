import { billedLine } from '#server/billing/periods/billed-usage.ts';
import { issueInvoice } from '#server/billing/invoices/issue-invoice.ts';
import { rowsOf, type Database } from '#server/database/database.ts';
import { planLine } from '#server/domain/invoice.ts';
import { billedSubscription } from '#server/store/billing-periods.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import type { OwedInvoice } from './load.ts';
import { FIRST_BOOK } from '#tests/oracle/first-book.ts';

const month = 30 * 86_400;

/** Issues `count` invoices for the fee of Pro, evenly distributed over the organizations. These have no card, so no invoice is charged. */
export async function oweInvoices(db: Database, slugs: readonly string[], count: number): Promise<OwedInvoice[]> {
  const rows = rowsOf<{ slug: string; id: number }>(await db.execute('select slug, id from organizations'));
  const idOf = new Map(rows.map(({ slug, id }) => [slug, id]));
  const atSeconds = Math.floor(Date.now() / 1000);
  const cycle = { startSeconds: atSeconds - month, endSeconds: atSeconds };
  const owed: OwedInvoice[] = [];
  for (let index = 0; index < count; index += 1) {
    const slug = slugs[index % slugs.length] ?? '';
    const organizationId = idOf.get(slug) ?? 0;
    const fee = planLine({ planId: 'pro', priceCents: 2500 + index, discounts: [], ...cycle });
    const line = billedLine(fee, { id: 0, period: { book: FIRST_BOOK, planId: 'pro', contract: undefined } }, false, new Map());
    const { id } = await db.transaction(async (tx) => {
      await lockOrganization(tx, organizationId);
      const subscription = await billedSubscription(tx, organizationId);
      const invoice = { organizationId, kind: 'cycle' as const, lines: [line], periodStartSeconds: cycle.startSeconds, atSeconds };
      return issueInvoice(tx, { subscription }, invoice, () => Promise.resolve());
    });
    owed.push({ slug, id, isCharged: false, isTold: false });
  }
  return owed;
}
