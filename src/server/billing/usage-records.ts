import { and, eq, inArray, sql } from 'drizzle-orm';
import { stepSeconds } from '#lib/dates/calendar.ts';
import { LATE_USAGE_DAYS } from '#server/domain/collection.ts';
import { orderCorrections } from '#server/domain/corrections.ts';
import { metricRules, type UsageMetric, type ResourceKind } from '#server/domain/metrics.ts';
import { usageProblem, type EgressCategory, type UsageProblem } from '#server/domain/usage.ts';
import { rowsOf, type Database } from '#server/database/database.ts';
import { lockOrganization, shareOrganization } from '#server/store/organization-lock.ts';
import { projects } from '#server/database/tables/projects.ts';
import { usageRecords } from '#server/database/tables/usage.ts';
import { addToTotals, sumAgain, type TotalAddition } from '#server/store/usage/usage-totals.ts';
import { recountLateInvoice } from '#server/store/late-invoices.ts';
import { noteLateUsage, usageWindow, type UsageWindow } from '#server/store/usage/usage-window.ts';
import { reviewBudgetsNow } from './budget-reviews.ts';
import { requestBudgetReview } from './limit-terms.ts';
import { requestReview } from './restriction-reviews.ts';
import { markCorrected, storedRecords } from './usage-corrections.ts';

/** One record of a batch, well formed but not yet checked against the organization. */
export interface UsageRecord {
  /** Its place in the batch. */
  readonly index: number;
  /** The sender's: the same id is counted once. */
  readonly id: string;
  readonly projectRef: string;
  readonly metric: string;
  readonly fromSeconds: number;
  /** Null for counts and peaks. */
  readonly untilSeconds: number | null;
  readonly quantity: number;
  /** The project's own where absent. */
  readonly kind?: ResourceKind | undefined;
  readonly resourceId?: string | undefined;
  readonly category?: EgressCategory | undefined;
  /** The id of an earlier record that this one corrects. A quantity of 0 says that there was no use. */
  readonly replaces?: string | undefined;
}

export interface RejectedRecord extends UsageProblem {
  readonly index: number;
  readonly id: string;
}

export interface BatchOutcome {
  readonly accepted: number;
  /** Records that were there already, in every detail. */
  readonly duplicates: number;
  readonly rejected: readonly RejectedRecord[];
}

interface Booked {
  readonly index: number;
  readonly recordId: string;
  readonly projectId: number;
  readonly metric: UsageMetric;
  readonly kind: ResourceKind;
  readonly resourceId: string;
  readonly category: EgressCategory | null;
  readonly fromSeconds: number;
  readonly untilSeconds: number | null;
  readonly quantity: number;
  readonly replaces: string | null;
}

type ProjectRow = { readonly id: number; readonly ref: string; readonly isBranch: boolean };

const isInstant = (metric: UsageMetric): boolean => ['count', 'peak'].includes(metricRules(metric).measure);

function booked(record: UsageRecord, project: ProjectRow): Booked {
  const metric = record.metric as UsageMetric;
  return {
    index: record.index,
    recordId: record.id,
    projectId: project.id,
    metric,
    kind: record.kind ?? (project.isBranch ? 'branch' : 'primary'),
    resourceId: record.resourceId ?? record.projectRef,
    category: metric === 'EGRESS' ? (record.category ?? 'rest') : null,
    fromSeconds: record.fromSeconds,
    untilSeconds: isInstant(metric) ? null : record.untilSeconds,
    quantity: record.quantity,
    replaces: record.replaces ?? null,
  };
}

const meaning = ['projectId', 'metric', 'kind', 'resourceId', 'category', 'fromSeconds', 'untilSeconds', 'quantity', 'replaces'] as const;

type Meaning = Pick<Booked, (typeof meaning)[number]>;

/** Whether two records of one id say the same. */
const areSame = (a: Meaning, b: Meaning): boolean => meaning.every((field) => a[field] === b[field]);

const reused = ({ index, recordId }: Booked): RejectedRecord => ({
  index,
  id: recordId,
  code: 'id_reused',
  field: 'id',
  message: 'The id belongs to another record',
});

/** Splits a batch by id: the first record of each, and what repeats it exactly or contradicts it. */
function distinct(rows: readonly Booked[]) {
  const first = new Map<string, Booked>();
  const rejected: RejectedRecord[] = [];
  let duplicates = 0;
  for (const row of rows) {
    const known = first.get(row.recordId);
    if (!known) first.set(row.recordId, row);
    else if (areSame(known, row)) duplicates += 1;
    else rejected.push(reused(row));
  }
  return { rows: [...first.values()], duplicates, rejected };
}

/** There was no use: also hours, which have no quantity, don't count. */
const isWithdrawal = ({ replaces, quantity }: Booked): boolean => replaces !== null && quantity === 0;

/** Inserts in the order of ids, so that parallel batches with the same ids never wait for each other in a circle. */
async function insertNew(tx: Database, organizationId: number, rows: readonly Booked[]): Promise<Set<string>> {
  const column = <T>(pick: (row: Booked) => T) => sql.param(rows.map(pick));
  const inserted = rowsOf<{ record_id: string }>(
    await tx.execute(sql`
    insert into ${usageRecords} (organization_id, record_id, project_id, metric, kind, resource_id, category, from_seconds, until_seconds, quantity, replaces, replaced_by)
    select ${organizationId}::int, r.*
    from unnest(${column(({ recordId }) => recordId)}::text[], ${column(({ projectId }) => projectId)}::int[], ${column(({ metric }) => metric)}::text[],
      ${column(({ kind }) => kind)}::text[], ${column(({ resourceId }) => resourceId)}::text[], ${column(({ category }) => category)}::text[],
      ${column(({ fromSeconds }) => fromSeconds)}::bigint[], ${column(({ untilSeconds }) => untilSeconds)}::bigint[], ${column(({ quantity }) => quantity)}::bigint[],
      ${column(({ replaces }) => replaces)}::text[], ${column((row) => (isWithdrawal(row) ? row.recordId : null))}::text[]) as r
    order by 2
    on conflict (organization_id, record_id) do nothing
    returning record_id`),
  );
  return new Set(inserted.map(({ record_id }) => record_id));
}

/** Of records that were there before: how many say the same, and which say something else. */
async function compareWithStored(tx: Database, organizationId: number, rows: readonly Booked[]) {
  const known = await storedRecords(
    tx,
    organizationId,
    rows.map(({ recordId }) => recordId),
  );
  const same = (row: Booked): boolean => {
    const before = known.get(row.recordId);
    return before !== undefined && areSame(before, row);
  };
  return { duplicates: rows.filter(same).length, rejected: rows.filter((row) => !same(row)).map(reused) };
}

/** Books corrections: each is counted, and what it corrects no longer. The caller holds the organization's lock. */
async function correctRecords(tx: Database, organizationId: number, rows: readonly Booked[], window: UsageWindow) {
  const ids = rows.flatMap(({ recordId, replaces }) => [recordId, ...(replaces === null ? [] : [replaces])]);
  const known = await storedRecords(tx, organizationId, [...new Set(ids)]);
  const repeated = rows.filter(({ recordId }) => known.has(recordId));
  const { accepted, problems } = orderCorrections(
    rows.filter(({ recordId }) => !known.has(recordId)),
    known,
    window,
  );
  if (accepted.length > 0) await insertNew(tx, organizationId, accepted);
  await markCorrected(tx, organizationId, accepted);
  const targets = accepted.flatMap(({ replaces }) => known.get(replaces ?? '') ?? []);
  await sumAgain(tx, organizationId, totalsOf([...targets, ...accepted], window));
  const rejected = [...problems].map(([{ index, recordId }, problem]): RejectedRecord => ({ index, id: recordId, ...problem }));
  return { accepted, targets, repeated, rejected };
}

const NO_CORRECTIONS = { accepted: [], targets: [], repeated: [], rejected: [] };

function totalsOf(rows: readonly Omit<Meaning, 'category' | 'replaces'>[], { segmentStart }: UsageWindow): TotalAddition[] {
  const totals = new Map<string, TotalAddition>();
  for (const { projectId, metric, fromSeconds, untilSeconds, quantity } of rows) {
    if (untilSeconds !== null) continue;
    const segmentSeconds = segmentStart(fromSeconds);
    const key = `${projectId} ${segmentSeconds} ${metric}`;
    const before = totals.get(key)?.quantity;
    const amount = BigInt(quantity);
    const isPeak = metricRules(metric).measure === 'peak';
    const sum = before === undefined ? amount : isPeak ? (before > amount ? before : amount) : before + amount;
    totals.set(key, { projectId, segmentSeconds, metric, quantity: sum });
  }
  return [...totals.values()];
}

/**
 * Books a batch of usage: every record that may be counted is counted once, whatever is wrong with the others. It waits
 * while an invoice of the organization is being made; what then comes too late for it is for the next one.
 * @param lateUsageDays how long usage of a period is accepted after its close
 */
export async function recordUsage(
  db: Database,
  organizationId: number,
  records: readonly UsageRecord[],
  nowSeconds: number,
  lateUsageDays: number = LATE_USAGE_DAYS,
): Promise<BatchOutcome> {
  let hasBudgets = false;
  const outcome = await db.transaction(async (tx) => {
    // What a correction takes out of the totals is summed again, so no other batch may add to them.
    const corrects = records.some(({ replaces }) => replaces !== undefined);
    await (corrects ? lockOrganization : shareOrganization)(tx, organizationId);
    const window = await usageWindow(tx, organizationId, nowSeconds, stepSeconds({ days: lateUsageDays }));
    const refs = [...new Set(records.map(({ projectRef }) => projectRef))];
    const found = await tx
      .select({ id: projects.id, ref: projects.ref, isBranch: projects.isBranch })
      .from(projects)
      .where(and(eq(projects.organizationId, organizationId), inArray(projects.ref, refs)));
    const byRef = new Map(found.map((row) => [row.ref, row]));
    const context = { nowSeconds, ...window, projectRefs: new Set(byRef.keys()) };

    const problems: RejectedRecord[] = [];
    const fit: Booked[] = [];
    for (const record of records) {
      const problem = usageProblem({ ...record, untilSeconds: record.untilSeconds ?? Number.NaN }, context);
      const project = byRef.get(record.projectRef);
      if (problem || !project)
        problems.push({
          index: record.index,
          id: record.id,
          ...(problem ?? { code: 'unknown_project', field: 'project_ref', message: 'Unknown project' }),
        });
      else fit.push(booked(record, project));
    }
    const { rows: all, ...within } = distinct(fit);
    const rows = all.filter(({ replaces }) => replaces === null);
    const inserted = rows.length > 0 ? await insertNew(tx, organizationId, rows) : new Set<string>();
    const added = rows.filter(({ recordId }) => inserted.has(recordId));
    await addToTotals(tx, organizationId, totalsOf(added, window));
    const corrections = all.filter(({ replaces }) => replaces !== null);
    const corrected = corrections.length > 0 ? await correctRecords(tx, organizationId, corrections, window) : NO_CORRECTIONS;
    const repeated = [...rows.filter(({ recordId }) => !inserted.has(recordId)), ...corrected.repeated];
    const before = repeated.length > 0 ? await compareWithStored(tx, organizationId, repeated) : { duplicates: 0, rejected: [] };
    const changed = [...added, ...corrected.accepted, ...corrected.targets];
    const billed = new Set(changed.flatMap(window.billedPeriods));
    if (billed.size > 0) await recountLateInvoice(tx, organizationId);
    await noteLateUsage(tx, billed);
    if (changed.length > 0 && window.limited) await requestReview(tx, organizationId, nowSeconds);
    hasBudgets = changed.length > 0 && (await requestBudgetReview(tx, organizationId, nowSeconds));
    return {
      accepted: added.length + corrected.accepted.length,
      duplicates: within.duplicates + before.duplicates,
      rejected: [...problems, ...within.rejected, ...corrected.rejected, ...before.rejected].toSorted((a, b) => a.index - b.index),
    };
  });
  if (hasBudgets) await reviewBudgetsNow(db, organizationId, nowSeconds);
  return outcome;
}
