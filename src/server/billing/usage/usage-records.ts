import { sql } from 'drizzle-orm';
import { isInstantMetric, type UsageMetric, type ResourceKind } from '#server/domain/metrics.ts';
import { usageProblem, type EgressCategory, type UsageProblem } from '#server/domain/usage.ts';
import { type Database, groupedBy } from '#server/database/database.ts';
import { projects } from '#server/database/tables/projects.ts';
import { recordKey, storedRecords, type NewRecord } from '#server/store/usage/usage-writing.ts';
import { usageWindows } from '#server/store/usage/usage-window.ts';
import { heldRecords } from '#server/store/usage/held-usage.ts';
import { SEND_AGAIN } from '#contract/usage-codes.ts';
import { isOrganizationToken } from '#server/domain/staff/people.ts';
import { bookOrHold } from './book-or-hold.ts';
import { followBooking, windowIn, type Windows } from './book-rows.ts';
import type { Booking } from './usage-review.ts';

export interface UsageRecord {
  readonly index: number;
  /** ID chosen by the sender. A repeated record with the same ID counts only once. */
  readonly id: string;
  readonly projectRef: string;
  readonly metric: string;
  readonly fromSeconds: number;
  /** End of the usage in Unix seconds; null for counts and peaks. */
  readonly untilSeconds: number | null;
  readonly quantity: number;
  /** Kind of the resource; by default the kind of the project. */
  readonly kind?: ResourceKind | undefined;
  readonly resourceId?: string | undefined;
  readonly category?: EgressCategory | undefined;
  /** ID of an earlier record that this record corrects. A quantity of 0 removes the usage of the earlier record. */
  readonly replaces?: string | undefined;
}

export interface RejectedRecord extends UsageProblem {
  readonly index: number;
  readonly id: string;
}

export interface BatchOutcome {
  readonly accepted: number;
  readonly duplicates: number;
  /** Number of records that are held for review and do not count yet. */
  readonly held: number;
  readonly rejected: readonly RejectedRecord[];
}

export interface OrganizationUsage {
  readonly organizationId: number;
  readonly records: readonly UsageRecord[];
}

interface Booked extends NewRecord {
  readonly index: number;
}

type ProjectRow = { readonly id: number; readonly ref: string; readonly organizationId: number; readonly isBranch: boolean };

function booked(record: UsageRecord, project: ProjectRow, sentBy: string | null): Booked {
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
    sentBy,
  };
}

const meaning = ['projectId', 'metric', 'kind', 'resourceId', 'category', 'fromSeconds', 'untilSeconds', 'quantity', 'replaces'] as const;

type Meaning = Pick<NewRecord, (typeof meaning)[number]>;

const areSame = (a: Meaning, b: Meaning): boolean => meaning.every((field) => a[field] === b[field]);

const reused = ({ index, recordId }: Booked): RejectedRecord => ({
  index,
  id: recordId,
  code: 'id_reused',
  field: 'id',
  message: 'The id belongs to another record',
});

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

async function compareWithStored(tx: Database, rows: readonly Booked[]) {
  const known = await storedRecords(tx, rows);
  const same = (row: Booked): boolean => {
    const before = known.get(recordKey(row));
    return before !== undefined && areSame(before, row);
  };
  return { duplicates: rows.filter(same).length, rejected: rows.filter((row) => !same(row)).map(reused) };
}

const afterReview = ({ index, recordId }: Booked): RejectedRecord => ({
  index,
  id: recordId,
  code: SEND_AGAIN,
  field: '',
  message: 'Staff review earlier records of this organization. Send this record again after the review.',
});

const unknownProject: UsageProblem = { code: 'unknown_project', field: 'project_ref', message: 'Unknown project' };

async function examine(tx: Database, usage: readonly OrganizationUsage[], windows: Windows, { sender, nowSeconds }: Booking) {
  const sentBy = sender && isOrganizationToken(sender.id) ? sender.id : null;
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
    const context = {
      nowSeconds,
      clockAheadSeconds: sender?.clockAheadSeconds ?? 0,
      ...windowIn(windows, organizationId),
      projectRefs: new Set(byRef.keys()),
    };
    for (const record of records) {
      const problem = usageProblem({ ...record, untilSeconds: record.untilSeconds ?? Number.NaN }, context);
      const project = byRef.get(record.projectRef);
      if (problem || !project) problems.push({ index: record.index, id: record.id, ...(problem ?? unknownProject) });
      else fit.push(booked(record, project, sentBy));
    }
  }
  return { problems, fit };
}

export interface BookedUsage {
  readonly outcome: BatchOutcome;
  readonly toReview: readonly number[];
}

async function apartFromHeld(tx: Database, rows: readonly Booked[]) {
  const held = rows.length > 0 ? await heldRecords(tx, rows) : new Map<string, NewRecord>();
  if (held.size === 0) return { rows, duplicates: 0, rejected: [] };
  const known = rows.filter((row) => held.has(recordKey(row)));
  const same = known.filter((row) => areSame(held.get(recordKey(row)) ?? row, row));
  return {
    rows: rows.filter((row) => !held.has(recordKey(row))),
    duplicates: same.length,
    rejected: known.filter((row) => !same.includes(row)).map(reused),
  };
}

/**
 * Books usage. The caller must hold the organization locks. If there are corrections, these locks must be exclusive. The number of SQL
 * statements is constant, except for unusual usage and for corrections that give money back.
 */
export async function bookUsage(tx: Database, usage: readonly OrganizationUsage[], booking: Booking): Promise<BookedUsage> {
  const { nowSeconds, acceptedSeconds } = booking;
  const organizationIds = usage.map(({ organizationId }) => organizationId);
  const windows = await usageWindows(tx, organizationIds, nowSeconds, acceptedSeconds);
  const { problems, fit } = await examine(tx, usage, windows, booking);
  const within = distinct(fit);
  const notHeld = await apartFromHeld(tx, within.rows);
  const { booked, held, refused } = await bookOrHold(tx, notHeld.rows, windows, booking);
  const indexes = new Map<NewRecord, number>(notHeld.rows.map((row) => [row, row.index]));
  const indexed = <Row extends NewRecord>(row: Row) => ({ ...row, index: indexes.get(row) ?? 0 });
  const before = await compareWithStored(tx, booked.repeated.map(indexed));
  const uncorrected = [...booked.problems].map(([row, problem]) => ({ index: indexed(row).index, id: row.recordId, ...problem }));
  return {
    outcome: {
      accepted: booked.added.length + booked.corrections.length,
      duplicates: within.duplicates + notHeld.duplicates + before.duplicates,
      held,
      rejected: [...problems, ...within.rejected, ...notHeld.rejected, ...uncorrected, ...before.rejected, ...refused.map(afterReview)],
    },
    toReview: await followBooking(tx, booked, windows, nowSeconds),
  };
}
