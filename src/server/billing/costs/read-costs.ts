import { type CostCharge, type CostPart, countsAtSeconds } from '#server/domain/costs/cost-charge.ts';
import { type CostGrouping, CostSums } from '#server/domain/costs/cost-groups.ts';
import { isDraft } from '#server/domain/state-steps.ts';
import type { Database } from '#server/database/database.ts';
import { branchesOf, creditNotesWritten, invoicesIssued } from '#server/store/costs/cost-documents.ts';
import { type CostReading, isOnDraft, openCosts, partsOfNote } from './cost-reading.ts';
import { partsOfInvoice, partsOfRunning, stateInvoices } from './document-parts.ts';
import type { CostChoice } from './line-parts.ts';

/** Time range in Unix seconds; `until` is exclusive. */
export interface CostTime {
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

/** An amount that is moved to another charge or paid with credit is not a cost. */
const isCost = ({ key }: CostCharge): boolean => key !== 'carried' && key !== 'balance';

function choiceOf({ from = 0, until = Number.MAX_SAFE_INTEGER }: CostTime, grouping: CostGrouping): CostChoice {
  const contains = (atSeconds: number): boolean => atSeconds >= from && atSeconds < until;
  const isOfUsage = ({ derivation, corrects }: CostCharge): boolean => derivation !== null && corrects === null;
  return {
    wants: (charge) => {
      if (!isCost(charge)) return false;
      if (charge.corrects !== null) return contains(charge.document.correctsAtSeconds);
      return isOfUsage(charge) ? charge.fromSeconds < until && charge.untilSeconds > from : contains(charge.fromSeconds);
    },
    splits: (charge) => grouping === 'day' || charge.fromSeconds < from || charge.untilSeconds > until,
  };
}

async function* partsWithin(reading: CostReading, time: CostTime, choice: CostChoice): AsyncGenerator<readonly CostPart[]> {
  const { db, organizationId } = reading;
  // An invoice is issued later than the usage that it bills, so invoices that were issued after the time range are read too.
  for await (const invoices of invoicesIssued(db, organizationId, { from: time.from }))
    for (const stated of await stateInvoices(db, organizationId, invoices)) {
      const hasDraft = isDraft(stated.invoice.status);
      yield* partsOfInvoice(reading, stated, hasDraft, choice);
    }
  for (const note of await creditNotesWritten(db, organizationId, time)) if (!isOnDraft(note)) yield partsOfNote(reading, note, 0, false);
  yield* partsOfRunning(reading, choice);
}

/** Every grouping has the same total: the charges of all invoices in the range, and the usage of the running period so far. */
export async function readCosts(db: Database, organizationId: number, nowSeconds: number, grouping: CostGrouping, time: CostTime) {
  const reading = await openCosts(db, organizationId, nowSeconds);
  const sums = new CostSums(grouping, grouping === 'branch' ? await branchesOf(db, organizationId) : new Map());
  const { from = 0, until = Number.MAX_SAFE_INTEGER } = time;
  // Null if the time range has not ended yet, because its costs can still change.
  let sameUntilSeconds: number | null = until <= nowSeconds ? Number.MAX_SAFE_INTEGER : null;
  for await (const parts of partsWithin(reading, time, choiceOf(time, grouping)))
    for (const part of parts) {
      const at = countsAtSeconds(part);
      if (!isCost(part.charge) || at < from || at >= until) continue;
      sums.add(part);
      const { sameUntilSeconds: same } = part.charge;
      sameUntilSeconds = same === null || sameUntilSeconds === null ? null : Math.min(same, sameUntilSeconds);
    }
  return {
    groups: sums.groups,
    documents: sums.documents,
    totalCents: sums.totalCents,
    sameUntilSeconds: sameUntilSeconds === Number.MAX_SAFE_INTEGER ? null : sameUntilSeconds,
  };
}

export type Costs = Awaited<ReturnType<typeof readCosts>>;
