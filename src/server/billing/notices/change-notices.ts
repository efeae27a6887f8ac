import { and, eq } from 'drizzle-orm';
import { emailKey } from '#contract/email-address.ts';
import type { PlanId } from '#contract/types.ts';
import { planNames } from '#lib/plan-names.ts';
import type { ChangedDetail } from '#server/domain/notices.ts';
import { currentActor } from '#server/database/acting.ts';
import type { Database } from '#server/database/database.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { writeNotice } from '#server/store/notices/write-notice-once.ts';

interface AppliedChange {
  readonly organizationId: number;
  readonly key: string;
  readonly what: 'plan' | 'spend_cap';
  readonly fromPlanId: PlanId;
  readonly planId: PlanId;
  readonly spendCapOn: boolean;
  readonly chargedCents: number;
  readonly invoiceId: string | null;
  readonly atSeconds: number;
}

/** Returns null for all plans except Pro, because only Pro has this setting. */
const capOf = (planId: PlanId, spendCapOn: boolean): boolean | null => (planId === 'pro' ? spendCapOn : null);

export async function queueChangeApplied(tx: Database, change: AppliedChange): Promise<void> {
  const { organizationId, key, what, fromPlanId, planId, spendCapOn, chargedCents, invoiceId, atSeconds } = change;
  const [invoice] =
    invoiceId === null
      ? []
      : await tx
          .select({ number: invoices.number })
          .from(invoices)
          .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, invoiceId)));
  await writeNotice(tx, {
    organizationId,
    kind: 'change_applied',
    key,
    invoiceId,
    atSeconds,
    facts: {
      what,
      planName: planNames[planId],
      fromPlanName: planNames[fromPlanId],
      spendCapOn: capOf(planId, spendCapOn),
      chargedCents,
      number: invoice?.number ?? null,
    },
  });
}

interface ChangedDetails {
  readonly organizationId: number;
  readonly changes: readonly ChangedDetail[];
  readonly atSeconds: number;
  /** Key of the change, so that a repeated request writes only one notice. */
  readonly key: string;
  readonly formerAddresses?: readonly string[];
}

/** Different spellings of one mailbox count as equal. */
const isSame = ({ what, before, after }: ChangedDetail): boolean =>
  what === 'billing_email' ? emailKey(before ?? '') === emailKey(after ?? '') : before === after;

/**
 * Queues a notice if the billing email, tax ID or default card has changed: an intruder would change these first. Omits unchanged details.
 * Replaced addresses receive the notice too.
 */
export async function queueDetailsChanged(tx: Database, { changes, formerAddresses = [], ...notice }: ChangedDetails): Promise<void> {
  const moved = changes.filter((change) => !isSame(change));
  if (moved.length === 0) return;
  const actor = currentActor();
  const by = actor?.memberId === null ? null : (actor?.username ?? null);
  await writeNotice(tx, { ...notice, kind: 'details_changed', facts: { changes: moved, by }, formerAddresses });
}
