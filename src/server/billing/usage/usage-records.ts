import { sql } from 'drizzle-orm';
import { orderCorrections } from '#server/domain/corrections.ts';
import { isInstantMetric, metricRules, type UsageMetric, type ResourceKind } from '#server/domain/metrics.ts';
import { usageProblem, type EgressCategory, type UsageProblem } from '#server/domain/usage.ts';
import { type Database, groupedBy } from '#server/database/database.ts';
import { projects } from '#server/database/tables/projects.ts';
import { addToTotals, sumAgain, type TotalAddition } from '#server/store/usage/usage-totals.ts';
import { insertRecords, markCorrected, recordKey, storedRecords, type NewRecord } from '#server/store/usage/usage-writing.ts';
import { recountLateInvoices } from '#server/store/late-invoices.ts';
import { recordLateUsage, usageWindows, type UsageWindow } from '#server/store/usage/usage-window.ts';
import { requestBudgetReviews } from '#server/billing/limits/limit-terms.ts';
import { freePastIds, insertWithFreedIds } from '#server/store/usage/past-ids.ts';
import { requestReviews } from '#server/billing/invoices/restriction-reviews.ts';

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

/** What is sent of one organization. */
export interface OrganizationUsage {
  readonly organizationId: number;
  readonly records: readonly UsageRecord[];
}

interface Booked extends NewRecord {
  readonly index: number;
}

type ProjectRow = { readonly id: number; readonly ref: string; readonly organizationId: number; readonly isBranch: boolean };

function booked(record: UsageRecord, project: ProjectRow): Booked {
  const metric = record.metric as UsageMetric;
  return {
    index: record.index,
    organizationId: project.organizationId,
    recordId: record.id,
    projectId: project.id,
    metric,
    kind: record.kind ?? (project.isBranch ? 'branch' : 'primary'),
    resourceId: record.resourceId ?? record.projectRef,
    category: metric === 'EGRESS' ? (record.category ?? 'rest') : null,
    fromSeconds: record.fromSeconds,
    untilSeconds: isInstantMetric(metric) ? null : record.untilSeconds,
    quantity: record.quantity,
    replaces: record.replaces ?? null,
  };
}

const meaning = ['projectId', 'metric', 'kind', 'resourceId', 'category', 'fromSeconds', 'untilSeconds', 'quantity', 'replaces'] as const;

type Meaning = Pick<NewRecord, (typeof meaning)[number]>;

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
    const key = recordKey(row);
    const known = first.get(key);
    if (!known) first.set(key, row);
    else if (areSame(known, row)) duplicates += 1;
    else rejected.push(reused(row));
  }
  return { rows: [...first.values()], duplicates, rejected };
}

/** Of records that were there before: how many say the same, and which say something else. */
async function compareWithStored(tx: Database, rows: readonly Booked[]) {
  const known = await storedRecords(tx, rows);
  const same = (row: Booked): boolean => {
    const before = known.get(recordKey(row));
    return before !== undefined && areSame(before, row);
  };
  return { duplicates: rows.filter(same).length, rejected: rows.filter((row) => !same(row)).map(reused) };
}

type Windows = ReadonlyMap<number, UsageWindow>;

function windowIn(windows: Windows, organizationId: number): UsageWindow {
  const window = windows.get(organizationId);
  if (!window) throw new Error(`The window of organization ${organizationId} was not read`);
  return window;
}

const openFromIn =
  (windows: Windows) =>
  (organizationId: number): number =>
    windowIn(windows, organizationId).openFromSeconds;

/** Books corrections: each is counted, and what it corrects no longer. The caller holds the locks of their organizations. */
async function correctRecords(tx: Database, rows: readonly Booked[], windows: Windows) {
  const names = rows.flatMap(({ organizationId, recordId, replaces }) =>
    [recordId, ...(replaces === null ? [] : [replaces])].map((id) => ({ organizationId, recordId: id })),
  );
  const known = await storedRecords(tx, [...new Map(names.map((name) => [recordKey(name), name])).values()]);
  const taken = rows.filter((row) => known.has(recordKey(row)));
  for (const key of await freePastIds(tx, taken, openFromIn(windows))) known.delete(key);
  const stored = groupedBy([...known.values()], ({ organizationId }) => organizationId);
  const repeated = rows.filter((row) => known.has(recordKey(row)));
  const fresh = rows.filter((row) => !known.has(recordKey(row)));
  const accepted: Booked[] = [];
  const rejected: RejectedRecord[] = [];
  for (const [organizationId, organizationRows] of groupedBy(fresh, (row) => row.organizationId)) {
    const before = new Map((stored.get(organizationId) ?? []).map((record) => [record.recordId, record]));
    const ordered = orderCorrections(organizationRows, before, windowIn(windows, organizationId));
    accepted.push(...ordered.accepted);
    for (const [{ index, recordId }, problem] of ordered.problems) rejected.push({ index, id: recordId, ...problem });
  }
  await insertRecords(tx, accepted);
  await markCorrected(tx, accepted);
  const targets = accepted.flatMap(
    ({ organizationId, replaces }) => known.get(recordKey({ organizationId, recordId: replaces ?? '' })) ?? [],
  );
  await sumAgain(tx, totalsOf([...targets, ...accepted], windows));
  return { accepted, targets, repeated, rejected };
}

const NO_CORRECTIONS = { accepted: [], targets: [], repeated: [], rejected: [] };

type Counted = Pick<NewRecord, 'organizationId' | 'projectId' | 'metric' | 'fromSeconds' | 'untilSeconds' | 'quantity'>;

function totalsOf(rows: readonly Counted[], windows: Windows): TotalAddition[] {
  const totals = new Map<string, TotalAddition>();
  for (const { organizationId, projectId, metric, fromSeconds, untilSeconds, quantity } of rows) {
    if (untilSeconds !== null) continue;
    const segmentSeconds = windowIn(windows, organizationId).segmentStart(fromSeconds);
    // A project belongs to one organization.
    const key = `${projectId} ${segmentSeconds} ${metric}`;
    const before = totals.get(key)?.quantity;
    const amount = BigInt(quantity);
    const isPeak = metricRules(metric).measure === 'peak';
    const sum = before === undefined ? amount : isPeak ? (before > amount ? before : amount) : before + amount;
    totals.set(key, { organizationId, projectId, segmentSeconds, metric, quantity: sum });
  }
  return [...totals.values()];
}

const unknownProject: UsageProblem = { code: 'unknown_project', field: 'project_ref', message: 'Unknown project' };

/** What is wrong with records by themselves, and those with nothing wrong. */
async function examine(tx: Database, usage: readonly OrganizationUsage[], windows: Windows, nowSeconds: number) {
  const refs = [...new Set(usage.flatMap(({ records }) => records.map(({ projectRef }) => projectRef)))];
  const found: ProjectRow[] = await tx
    .select({ id: projects.id, ref: projects.ref, organizationId: projects.organizationId, isBranch: projects.isBranch })
    .from(projects)
    .where(sql`${projects.ref} = any(${sql.param(refs)}::text[])`);
  const byOrganization = groupedBy(found, ({ organizationId }) => organizationId);
  const problems: RejectedRecord[] = [];
  const fit: Booked[] = [];
  for (const { organizationId, records } of usage) {
    const byRef = new Map((byOrganization.get(organizationId) ?? []).map((row) => [row.ref, row]));
    const context = { nowSeconds, ...windowIn(windows, organizationId), projectRefs: new Set(byRef.keys()) };
    for (const record of records) {
      const problem = usageProblem({ ...record, untilSeconds: record.untilSeconds ?? Number.NaN }, context);
      const project = byRef.get(record.projectRef);
      if (problem || !project) problems.push({ index: record.index, id: record.id, ...(problem ?? unknownProject) });
      else fit.push(booked(record, project));
    }
  }
  return { problems, fit };
}

export interface BookedUsage {
  readonly outcome: BatchOutcome;
  /** Organizations whose spend cap or budgets are to be reviewed. */
  readonly toReview: readonly number[];
}

/**
 * Books usage of organizations whose locks the caller holds, shared at least, and alone where records correct others: every record that
 * may be counted is counted once, whatever is wrong with the others. The number of statements does not depend on that of organizations.
 * @param acceptedSeconds how long usage of a period is accepted after its close
 */
export async function bookUsage(
  tx: Database,
  usage: readonly OrganizationUsage[],
  nowSeconds: number,
  acceptedSeconds: number,
): Promise<BookedUsage> {
  const windows = await usageWindows(
    tx,
    usage.map(({ organizationId }) => organizationId),
    nowSeconds,
    acceptedSeconds,
  );
  const { problems, fit } = await examine(tx, usage, windows, nowSeconds);
  const { rows: all, ...within } = distinct(fit);
  const rows = all.filter(({ replaces }) => replaces === null);
  const known = await insertWithFreedIds(tx, rows, openFromIn(windows));
  const added = known.size === 0 ? rows : rows.filter((row) => !known.has(recordKey(row)));
  await addToTotals(tx, totalsOf(added, windows));
  const corrections = all.filter(({ replaces }) => replaces !== null);
  const corrected = corrections.length > 0 ? await correctRecords(tx, corrections, windows) : NO_CORRECTIONS;
  const repeated = [...(known.size === 0 ? [] : rows.filter((row) => known.has(recordKey(row)))), ...corrected.repeated];
  const before = await compareWithStored(tx, repeated);
  const changed = [...added, ...corrected.accepted, ...corrected.targets];
  const late = changed.flatMap((row) => {
    const periodIds = windowIn(windows, row.organizationId).billedPeriods(row);
    return periodIds.length > 0 ? [{ organizationId: row.organizationId, periodIds }] : [];
  });
  await recountLateInvoices(tx, [...new Set(late.map(({ organizationId }) => organizationId))]);
  await recordLateUsage(tx, new Set(late.flatMap(({ periodIds }) => periodIds)));
  const touched = [...new Set(changed.map(({ organizationId }) => organizationId))];
  const capped = touched.filter((id) => windowIn(windows, id).limited);
  await requestReviews(tx, capped, nowSeconds);
  const withBudgets = await requestBudgetReviews(tx, touched, nowSeconds);
  return {
    outcome: {
      accepted: added.length + corrected.accepted.length,
      duplicates: within.duplicates + before.duplicates,
      rejected: [...problems, ...within.rejected, ...corrected.rejected, ...before.rejected],
    },
    toReview: [...new Set([...capped, ...withBudgets])].sort((a, b) => a - b),
  };
}
