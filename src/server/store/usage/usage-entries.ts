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

const FOREVER = Number.MAX_SAFE_INTEGER;

/** The billing engine has a maximum quantity. A larger sum becomes several entries. */
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
  readonly projectRef?: string | undefined;
  /** True to exclude counted usage at or after `untilSeconds`. Needed if `untilSeconds` may lie within a segment. */
  readonly isExact?: boolean;
  /** Merges the counts of all projects into one entry with an empty ref, without labels. Not supported with `projectRef` or `isExact`. */
  readonly isTogether?: boolean;
  /** With `isTogether`: if several resources have only one span each, and these spans are equal, returns one entry for all of them. */
  readonly isCounted?: boolean;
}

export interface LoadedUsage {
  readonly entries: UsageEntry[];
  readonly running: RunningResource[];
  readonly labels: ProjectLabels;
  readonly mfaPhoneEnabledAt: ReadonlyMap<string, number>;
}

function entriesOf([projectRef, metric, kind, resourceId, fromSeconds, untilSeconds, quantity, times = 1]: UsageRow): UsageEntry[] {
  const span = { projectRef, metric, kind, resourceId, fromSeconds, untilSeconds: untilSeconds ?? FOREVER, ...(times > 1 && { times }) };
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

/** Divides the range after the last segment boundary into whole hours, whole minutes, and single records. */
function partsSince({ fromSeconds, untilSeconds }: UsageRange, segmentSeconds: number | null) {
  const since = Math.max(segmentSeconds ?? untilSeconds, fromSeconds);
  return { segmentSeconds: segmentSeconds ?? untilSeconds, ...usageParts(since, untilSeconds) };
}

/**
 * Loads usage. Includes spans from the start of the first clock hour. The end must be a segment boundary or now, unless `isExact` is set.
 */
export async function loadUsage(db: Database, range: UsageRange): Promise<LoadedUsage> {
  const prepared = usageStatements(db);
  const [last] = range.isExact ? await prepared.lastSegment.execute(bounds(range)) : [];
  const [packed] = last?.isCut
    ? await prepared.toTheSecond.execute({ ...bounds(range), ...partsSince(range, last.atSeconds) })
    : await (range.isCounted ? prepared.counted : range.isTogether ? prepared.together : prepared.bySegment).execute(bounds(range));
  const { rows, labels } = packed ?? { rows: [], labels: [] };
  const refs = [...new Set(rows.flatMap(([ref, metric]) => (metric === 'AUTH_MFA_PHONE' ? [ref] : [])))];
  const phones = refs.length > 0 ? await prepared.firstPhoneMfa.execute({ organizationId: range.organizationId, refs }) : [];
  return {
    entries: await runSteps(entrySteps(rows)),
    running: rows.flatMap(([ref, metric, kind, resourceId, , end, quantity, times = 1]) =>
      end === null ? [{ projectRef: ref, metric, kind, resourceId, quantity: Number(quantity), ...(times > 1 && { times }) }] : [],
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

/** Loads the same usage as `loadUsage`, with counts and peaks by clock hour, and egress by category. */
export async function loadUsageByHour(db: Database, range: UsageRange): Promise<UsageEntry[]> {
  const prepared = usageStatements(db);
  const [spans] = await prepared.spans.execute(bounds(range));
  const [hours] = await prepared.byHour.execute({ ...bounds(range), ...usageParts(range.fromSeconds, range.untilSeconds) });
  return [...(await runSteps(entrySteps(spans?.rows ?? []))), ...(await runSteps(hourSteps(hours?.rows ?? [])))];
}

interface RecordRange {
  readonly organizationId: number;
  readonly fromSeconds: number;
  /** Exclusive. */
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

/** Loads counts and peaks as single records. */
export async function loadRecords(db: Database, { metrics, ...range }: RecordRange): Promise<UsageEntry[]> {
  const [packed] = await usageStatements(db).records.execute({ ...range, metrics: [...metrics] });
  return (packed?.rows ?? []).map(recordEntry);
}

interface BucketRange extends RecordRange {
  /** Width of buckets. A bucket starts at each multiple of the width. */
  readonly widthSeconds: number;
  /** Sorted instants at which additional buckets start. The first instant is at or before the start of the range. */
  readonly edges: readonly number[];
  /** Merges the counts of all projects into one entry with an empty ref. Peaks are not merged, because they are summed per project. */
  readonly isTogether: boolean;
}

/** Uses hours as buckets, but minutes within the hours `byMinute`. Result size and time do not depend on the number of records. */
export async function loadBuckets(
  db: Database,
  { metrics, edges, byMinute = [], ...range }: BucketRange & { readonly byMinute?: readonly number[] },
): Promise<UsageEntry[]> {
  const parts = usageParts(range.fromSeconds, range.untilSeconds, edges, byMinute);
  const [packed] = await usageStatements(db).byBucket.execute({ ...range, ...parts, metrics: [...metrics], edges: [...edges] });
  return (packed?.rows ?? []).flatMap(bucketEntries);
}

interface FinerRange extends Omit<BucketRange, 'fromSeconds' | 'untilSeconds'> {
  /** Sorted time ranges that do not overlap. */
  readonly stretches: readonly { readonly fromSeconds: number; readonly untilSeconds: number }[];
  /** A stretch with at most this number of records is returned as records instead of buckets. This saves another query. */
  readonly few: number;
}

/** Loads stretches of a few minutes in smaller buckets. A stretch with few records is returned as records with IDs. */
export async function loadFiner(db: Database, { metrics, edges, stretches, ...range }: FinerRange): Promise<UsageEntry[]> {
  const minutes = new Set(stretches.flatMap((stretch) => startsWithin(stretch, MINUTE_SECONDS)));
  const lists = { metrics: [...metrics], edges: [...edges], minutes: [...minutes] };
  const starts = stretches.map(({ fromSeconds }) => fromSeconds);
  const ends = stretches.map(({ untilSeconds }) => untilSeconds);
  const [packed] = await usageStatements(db).finer.execute({ ...range, ...lists, starts, ends });
  const { records, buckets } = packed?.rows ?? { records: [], buckets: [] };
  return [...records.map(recordEntry), ...buckets.flatMap(bucketEntries)];
}
