import { stepSeconds } from '#lib/dates/calendar.ts';
import { formatCents } from '#lib/money.ts';
import { allowanceFor, staffMoneyStop } from '#server/billing/approvals/allowance.ts';
import { windowIn } from '#server/billing/usage/book-rows.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import { centsAtMost, microcentsOfUnits, unitsOfRecord } from '#server/domain/staff/usage-value.ts';
import { PlatformError } from '#server/platform-error.ts';
import type { RunningSpan } from '#server/store/provisioning/projects.ts';
import type { Span } from '#server/store/resources.ts';
import { insertCorrectionSums } from '#server/store/usage/held-usage.ts';
import { usageWindows } from '#server/store/usage/usage-window.ts';

export interface ResourceChange {
  /** Key ID, or `command` for the CLI. */
  readonly keyId: string;
  readonly atSeconds: number;
  readonly nowSeconds: number;
  /** Path of the field that contains the time of the change, for error messages. */
  readonly path: string;
}

interface ChangedSpans {
  readonly ended: readonly RunningSpan[];
  readonly begun: readonly Span[];
}

type Valued = Pick<Span, 'metric' | 'quantity' | 'fromSeconds'>;

/** A change that is backdated by at most this many seconds does not count against the approval limits. */
const reportSeconds = stepSeconds({ hours: 1 });

/** Returns the cents by which a backdated change lowers the bill of the open cycle. Ignores quotas and credits. */
async function reductionCents(
  tx: Database,
  organizationId: number,
  { ended, begun }: ChangedSpans,
  { atSeconds, nowSeconds }: ResourceChange,
): Promise<number> {
  const window = windowIn(await usageWindows(tx, [organizationId], nowSeconds, 0), organizationId);
  const valueOf = ({ metric, quantity = 1, fromSeconds: startSeconds }: Valued): bigint => {
    const usage = { metric, quantity, fromSeconds: Math.max(startSeconds, atSeconds), untilSeconds: nowSeconds };
    return microcentsOfUnits(metric, window.rateAt(usage), unitsOfRecord(usage));
  };
  const sumOf = (spans: readonly Valued[]): bigint => spans.reduce((sum, span) => sum + valueOf(span), 0n);
  const less = sumOf(ended) - sumOf(begun);
  return less > 0n ? centsAtMost(less) : 0;
}

/**
 * Counts a reduction of a bill toward the approval limits. The caller must hold the organization lock.
 * @throws {PlatformError} 403 if a limit is exceeded or if staff cannot move money
 */
export async function countReduction(tx: Database, organizationId: number, spans: ChangedSpans, change: ResourceChange): Promise<void> {
  const { keyId, atSeconds, nowSeconds, path } = change;
  if (spans.ended.length === 0 || atSeconds >= nowSeconds - reportSeconds) return;
  const amountCents = await reductionCents(tx, organizationId, spans, change);
  if (amountCents === 0) return;
  const at = instantOf(nowSeconds);
  const { exceeds } = await allowanceFor(tx, { keyId, kind: 'usage_correction', organizationId, amountCents, at });
  if (exceeds === null && (await staffMoneyStop(tx, at)) === null)
    return insertCorrectionSums(tx, [{ organizationId, sentBy: keyId, amountCents, createdAt: at }]);
  const message = `lowers the bill of the open cycle by up to ${formatCents(amountCents)}, more than one person may credit in 24 hours`;
  throw new PlatformError('forbidden', `This ${message}. Set it from now on, and request a credit for the time before`, {
    fields: [{ path, message }],
  });
}
