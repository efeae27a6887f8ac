import type { Steps } from '#lib/steps.ts';
import { isInstantMetric, metricRules, type UsageMetric } from '#server/domain/metrics.ts';
import { HOUR_SECONDS, MINUTE_SECONDS, startsWithin } from '#server/domain/periods.ts';
import { MAX_QUANTITY, type RunningResource, type UsageEntry } from '#server/domain/usage.ts';
import type { Database } from '#server/database/database.ts';
import type { ProjectLabel } from '#server/database/line-format.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { usageParts } from './usage-hours.ts';
import type { BucketRow, HourRow, RecordRow, UsageRow } from './usage-rows.ts';
import { usageStatements } from './usage-statements.ts';

export type ProjectLabels = ReadonlyMap<string, ProjectLabel>;

/** An instant that no span reaches. */
const FOREVER = Number.MAX_SAFE_INTEGER;

/** The engine takes quantities up to a limit; a larger sum is the same usage in several parts. */
function inParts(entry: Omit<UsageEntry, 'quantity'>, quantity: string): UsageEntry[] {
  const whole = Number(quantity);
  if (whole <= MAX_QUANTITY) return [{ ...entry, quantity: whole }];
  const parts: UsageEntry[] = [];
  for (let left = BigInt(quantity); left > 0n; left -= BigInt(MAX_QUANTITY)) {
    parts.push({ ...entry, quantity: Number(left < BigInt(MAX_QUANTITY) ? left : BigInt(MAX_QUANTITY)) });
  }
  return parts;
}

export interface UsageRange {
  readonly organizationId: number;
  readonly fromSeconds: number;
  readonly untilSeconds: number;
  /** Only this project's, where given. */
  readonly projectRef?: string | undefined;
  /** The end lies within a segment, and what was counted at or after it is to be left out. */
  readonly isExact?: boolean;
  /** Counts of all projects as one, whose ref is empty; no labels. Only for a whole organization, and not with `isExact`. */
  readonly isTogether?: boolean;
}

export interface LoadedUsage {
  readonly entries: UsageEntry[];
  readonly running: RunningResource[];
  readonly labels: ProjectLabels;
  readonly mfaPhoneEnabledAt: ReadonlyMap<string, number>;
}

function entriesOf([projectRef, metric, kind, resourceId, fromSeconds, untilSeconds, quantity]: UsageRow): UsageEntry[] {
  const span = { projectRef, metric, kind, resourceId, fromSeconds, untilSeconds: untilSeconds ?? FOREVER };
  return isInstantMetric(metric) ? inParts(span, quantity) : [{ ...span, quantity: Number(quantity) }];
}

const rowsAtOnce = 1000;

function* entrySteps(rows: readonly UsageRow[]): Steps<UsageEntry[]> {
  const entries: UsageEntry[] = [];
  for (const [index, row] of rows.entries()) {
    entries.push(...entriesOf(row));
    if (index % rowsAtOnce === rowsAtOnce - 1) yield rowsAtOnce;
  }
  return entries;
}

const bounds = ({ projectRef: ref, ...range }: UsageRange) => ({
  ...range,
  projectRef: ref ?? null,
  firstHourSeconds: Math.floor(range.fromSeconds / HOUR_SECONDS) * HOUR_SECONDS,
});

/** How the segment is read that the end lies in. */
function partsSince({ fromSeconds, untilSeconds }: UsageRange, segmentSeconds: number | null) {
  const since = Math.max(segmentSeconds ?? untilSeconds, fromSeconds);
  return { segmentSeconds: segmentSeconds ?? untilSeconds, ...usageParts(since, untilSeconds) };
}

/**
 * Everything that was used between two instants, as a bill reads it; spans from the start of the first instant's clock
 * hour. Counts come added up per segment, so a bill may be asked for at the end of a segment or now; at any other instant
 * only with `isExact`, which costs no more while nothing has been counted since.
 */
export async function loadUsage(db: Database, range: UsageRange): Promise<LoadedUsage> {
  const prepared = usageStatements(db);
  const [last] = range.isExact ? await prepared.lastSegment.execute(bounds(range)) : [];
  const [packed] = last?.isCut
    ? await prepared.toTheSecond.execute({ ...bounds(range), ...partsSince(range, last.atSeconds) })
    : await (range.isTogether ? prepared.together : prepared.bySegment).execute(bounds(range));
  const { rows, labels } = packed ?? { rows: [], labels: [] };
  const refs = [...new Set(rows.flatMap(([ref, metric]) => (metric === 'AUTH_MFA_PHONE' ? [ref] : [])))];
  const phones = refs.length > 0 ? await prepared.firstPhoneMfa.execute({ organizationId: range.organizationId, refs }) : [];
  return {
    entries: await runSteps(entrySteps(rows)),
    running: rows.flatMap(([ref, metric, kind, resourceId, , end, quantity]) =>
      end === null ? [{ projectRef: ref, metric, kind, resourceId, quantity: Number(quantity) }] : [],
    ),
    labels: new Map(labels.map(([ref, name, size]) => [ref, { name, size }])),
    mfaPhoneEnabledAt: new Map(phones.map(({ ref, atSeconds }) => [ref, atSeconds])),
  };
}

function* hourSteps(rows: readonly HourRow[]): Steps<UsageEntry[]> {
  const entries: UsageEntry[] = [];
  for (const [index, [ref, metric, category, at, sum, highest]] of rows.entries()) {
    const quantity = metricRules(metric).measure === 'peak' ? highest : sum;
    const entry = instantOfProject(ref, metric, at);
    entries.push(...inParts(category === '' ? entry : { ...entry, category }, quantity));
    if (index % rowsAtOnce === rowsAtOnce - 1) yield rowsAtOnce;
  }
  return entries;
}

/** The same usage with its counts and peaks by the clock hour and egress by its cause. */
export async function loadUsageByHour(db: Database, range: UsageRange): Promise<UsageEntry[]> {
  const prepared = usageStatements(db);
  const [spans] = await prepared.spans.execute(bounds(range));
  const [hours] = await prepared.byHour.execute({ ...bounds(range), ...usageParts(range.fromSeconds, range.untilSeconds) });
  return [...(await runSteps(entrySteps(spans?.rows ?? []))), ...(await runSteps(hourSteps(hours?.rows ?? [])))];
}

interface RecordRange {
  readonly organizationId: number;
  readonly fromSeconds: number;
  /** What was counted in this second or later is left out. */
  readonly untilSeconds: number;
  readonly metrics: readonly UsageMetric[];
}

const instantOfProject = (projectRef: string, metric: UsageMetric, fromSeconds: number) =>
  ({ projectRef, metric, kind: 'primary', resourceId: projectRef, fromSeconds, untilSeconds: fromSeconds }) as const;

const recordEntry = ([recordId, projectRef, metric, at, quantity]: RecordRow): UsageEntry => ({
  ...instantOfProject(projectRef, metric, at),
  recordId,
  quantity: Number(quantity),
});

const bucketEntries = ([ref, metric, at, quantity]: BucketRow): UsageEntry[] => inParts(instantOfProject(ref, metric, at), quantity);

/** Counts and peaks record by record. */
export async function loadRecords(db: Database, { metrics, ...range }: RecordRange): Promise<UsageEntry[]> {
  const [packed] = await usageStatements(db).records.execute({ ...range, metrics: [...metrics] });
  return (packed?.rows ?? []).map(recordEntry);
}

interface BucketRange extends RecordRange {
  /** A bucket begins at each multiple of it. */
  readonly widthSeconds: number;
  /** In order, the first at or before all that is read; a bucket begins at each of them too. */
  readonly edges: readonly number[];
  /** Counts of all projects as one, whose ref is empty. Peaks stay apart: what counts is the highest of each project. */
  readonly isTogether: boolean;
}

/**
 * Counts added up, and the highest of peaks, by buckets of whole hours, or of whole minutes of the hours `byMinute`. The number of records
 * makes no difference to what comes back, nor to how long it takes.
 */
export async function loadBuckets(
  db: Database,
  { metrics, edges, byMinute = [], ...range }: BucketRange & { readonly byMinute?: readonly number[] },
): Promise<UsageEntry[]> {
  const parts = usageParts(range.fromSeconds, range.untilSeconds, edges, byMinute);
  const [packed] = await usageStatements(db).byBucket.execute({ ...range, ...parts, metrics: [...metrics], edges: [...edges] });
  return (packed?.rows ?? []).flatMap(bucketEntries);
}

interface FinerRange extends Omit<BucketRange, 'fromSeconds' | 'untilSeconds'> {
  /** The stretches of time that are read, in order, none of which reaches into another. */
  readonly stretches: readonly { readonly fromSeconds: number; readonly untilSeconds: number }[];
  /** One with so many records or fewer comes as its records: what is added up would have to be read once more. */
  readonly few: number;
}

/** What stretches of a few minutes hold, by smaller buckets, or record by record where they have few: only these have the id of their record. */
export async function loadFiner(db: Database, { metrics, edges, stretches, ...range }: FinerRange): Promise<UsageEntry[]> {
  const minutes = new Set(stretches.flatMap((stretch) => startsWithin(stretch, MINUTE_SECONDS)));
  const lists = { metrics: [...metrics], edges: [...edges], minutes: [...minutes] };
  const starts = stretches.map(({ fromSeconds }) => fromSeconds);
  const ends = stretches.map(({ untilSeconds }) => untilSeconds);
  const [packed] = await usageStatements(db).finer.execute({ ...range, ...lists, starts, ends });
  const { records, buckets } = packed?.rows ?? { records: [], buckets: [] };
  return [...records.map(recordEntry), ...buckets.flatMap(bucketEntries)];
}
