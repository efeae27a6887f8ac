import type { AdminShape } from '#contract/admin/admin-types.ts';
import { formatDate } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';
import { releaseRecords } from '#server/billing/usage/held-usage.ts';
import { metricRules } from '#server/domain/metrics.ts';
import { quantityText } from '#server/domain/unit-prices.ts';
import { groupedBy, secondsOf, type Database } from '#server/database/database.ts';
import { PlatformError } from '#server/platform-error.ts';
import type { ApprovalRow } from '#server/store/staff/approvals.ts';
import { recordsOfRequest } from '#server/store/usage/held-usage.ts';
import { requireOrganization } from '#server/admin/organizations.ts';
import type { StaffAct, StaffInput } from '#server/admin/staff-action.ts';

interface HeldInput extends StaffInput {
  readonly request: string;
  readonly amount_cents: number;
  /** Earliest usage time that was accepted when the records were sent, in Unix seconds; absent in requests of earlier versions. */
  readonly open_from?: number;
}

type HeldUsageAct = StaffAct<HeldInput, AdminShape<'UsageReleased'>>;

const releaseAct = (kind: 'usage' | 'usage_correction'): HeldUsageAct => ({
  kind,
  find: async (db, slug) => {
    const { id } = await requireOrganization(db, slug);
    return { organizationId: id, slug, invoiceId: null, paymentId: null };
  },
  amountOf: (_, __, { amount_cents: cents }) => Promise.resolve(cents),
  perform: async (tx, { target: { organizationId }, input: { request, open_from: openFromSeconds }, at }) => {
    const releasedRecords = await releaseRecords(tx, { organizationId, approvalId: request, openFromSeconds }, secondsOf(at));
    if ('problem' in releasedRecords) throw new PlatformError('conflict', `These records can't be booked: ${releasedRecords.problem}`);
    const { records } = releasedRecords;
    return { data: () => ({ released_records: records }), before: { held_records: records }, after: { released_records: records } };
  },
});

export const usageAct = releaseAct('usage');
export const usageCorrectionAct = releaseAct('usage_correction');

type HeldKind = 'usage' | 'usage_correction';

export const isHeldUsage = <Row extends Pick<ApprovalRow, 'kind'>>(row: Row): row is Row & { readonly kind: HeldKind } =>
  row.kind === 'usage' || row.kind === 'usage_correction';

const secondsOfDay = 86_400;

const keysDecide = {
  usage: 'A key of another person can decide this too, by the API or the command.',
  usage_correction: 'A key can refuse this too, by the API or the command, but not approve it.',
} as const;

export async function heldUsageEffect(
  db: Database,
  { organizationId, id, kind, amountCents }: ApprovalRow & { readonly kind: HeldKind },
): Promise<string[]> {
  const rows = await recordsOfRequest(db, organizationId ?? 0, id);
  const days = groupedBy(rows, ({ metric, fromSeconds }) => `${metric} ${Math.floor(fromSeconds / secondsOfDay)}`);
  const lines = [...days.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { metric, fromSeconds } = first;
    const quantity = group.reduce((sum, row) => sum + row.quantity, 0);
    const records = `${group.length} ${group.length === 1 ? 'record' : 'records'}`;
    return [`${metricRules(metric).name} on ${formatDate(fromSeconds)}: ${quantityText(metric, quantity)} in ${records}`];
  });
  const sum =
    kind === 'usage' ? `Before quotas and discounts: ${formatCents(amountCents)}` : `Lowers bills by: ${formatCents(amountCents)}`;
  return [...lines, sum, 'If approved, they are booked as of their receipt. If refused, they do not count.', keysDecide[kind]];
}
