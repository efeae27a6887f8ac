import type { z } from 'zod/mini';
import type { Shape } from '#contract/types.ts';
import type { UsageReports } from './record-usage.ts';
import type { BatchOutcome, UsageRecord } from './usage-records.ts';

export type RefusedRecord = Shape<'UsageBatchOutcome'>['rejected'][number];
type WrittenRecord = Shape<'UsageBatchRecord'>;

/** An entry that the CloudEvents parser has already refused. JSON input cannot contain an instance of this class. */
export class RefusedEntry {
  readonly id: string | null;
  readonly path: string;
  readonly message: string;

  constructor(id: string | null, path: string, message: string) {
    this.id = id;
    this.path = path;
    this.message = message;
  }
}

function idOf(candidate: unknown): string | null {
  const id = typeof candidate === 'object' && candidate !== null && 'id' in candidate ? candidate.id : null;
  return typeof id === 'string' ? id : null;
}

function malformed(
  candidate: unknown,
  index: number,
  issues: readonly { path: readonly PropertyKey[]; message: string; keys?: readonly string[] }[],
): RefusedRecord {
  const [issue] = issues;
  const unknown = issue?.keys?.[0];
  return {
    index,
    id: idOf(candidate),
    path: unknown ?? issue?.path.map(String).join('.') ?? '',
    code: 'malformed',
    message: unknown === undefined ? (issue?.message ?? 'is not a usage record') : 'is not a known field',
  };
}

export const toUsageRecord = (
  { id, project_ref, metric, at, until, quantity, kind, resource_id, category, replaces }: WrittenRecord,
  index: number,
): UsageRecord => ({
  index,
  id,
  projectRef: project_ref,
  metric,
  fromSeconds: at,
  untilSeconds: until ?? null,
  quantity,
  kind,
  resourceId: resource_id,
  category,
  replaces,
});

/** Matches NUL and lone surrogates, which PostgreSQL text cannot contain. */
const unstorableCharacter = /\0|\p{Surrogate}/u;

/** The recursion is safe, because values are nested at most 32 levels deep. */
function unstorableText(value: unknown, path: readonly string[] = []): { path: readonly string[]; message: string } | null {
  if (typeof value === 'string')
    return unstorableCharacter.test(value) ? { path, message: 'must not contain NUL or half of a character' } : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    if (unstorableCharacter.test(name)) return { path, message: 'must not have names with NUL or half of a character' };
    const found = unstorableText(inner, [...path, name]);
    if (found) return found;
  }
  return null;
}

/** Booking checks all rules that are not in the schema. */
export function sortUsageBatch<R extends WrittenRecord>(schema: z.ZodMiniType<R>, candidates: readonly unknown[]) {
  const records: { readonly index: number; readonly written: R }[] = [];
  const rejected: RefusedRecord[] = [];
  for (const [index, candidate] of candidates.entries()) {
    if (candidate instanceof RefusedEntry) {
      const { id, path, message } = candidate;
      rejected.push({ index, id, path, code: 'malformed', message });
      continue;
    }
    const unstorable = unstorableText(candidate);
    if (unstorable) {
      rejected.push(malformed(candidate, index, [unstorable]));
      continue;
    }
    const { success, data, error } = schema.safeParse(candidate);
    if (success) records.push({ index, written: data });
    else rejected.push(malformed(candidate, index, error.issues));
  }
  return { records, rejected };
}

export const refusedRecords = ({ rejected }: Pick<BatchOutcome, 'rejected'>): RefusedRecord[] =>
  rejected.map(({ field, ...problem }) => ({ ...problem, path: field }));

export const inBatchOrder = (rejected: readonly RefusedRecord[]): RefusedRecord[] => rejected.toSorted((a, b) => a.index - b.index);

interface UsageOperator {
  readonly log: { readonly error: (about: object, words: string) => void };
  readonly countEffect?: ((effect: 'usage_to_stop', seconds: number) => void) | undefined;
}

/** Logs errors that affect only some records of a batch. If usage reaches a limit, measures the time since the start of the batch. */
export function usageReports({ log, countEffect }: UsageOperator): UsageReports {
  const startedMs = performance.now();
  return {
    report: (error) => log.error({ event: 'usage_not_booked', err: error }, 'a part of a usage batch failed although others were booked'),
    onStop: () => countEffect?.('usage_to_stop', (performance.now() - startedMs) / 1000),
  };
}

/** Control character as separator, because senders cannot use it in IDs and sources. */
const separator = '\u001D';

const sourcedId = (source: string, id: string): string => `${source}${separator}${id}`;

/** IDs are unique per source, and a correction names a record of the same source. */
export const withSource = (record: UsageRecord, source: string | undefined): UsageRecord =>
  source === undefined
    ? record
    : {
        ...record,
        id: sourcedId(source, record.id),
        replaces: record.replaces === undefined ? undefined : sourcedId(source, record.replaces),
      };
