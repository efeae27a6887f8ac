import { schemasByName } from '#contract/schemas.ts';
import type { Shape } from '#contract/types.ts';
import { recordUsage as record, type UsageRecord } from '#server/billing/usage-records.ts';
import type { Handler } from './handler.ts';

type Rejected = Shape<'UsageBatchOutcome'>['rejected'][number];

function idOf(candidate: unknown): string | null {
  const id = typeof candidate === 'object' && candidate !== null && 'id' in candidate ? candidate.id : null;
  return typeof id === 'string' ? id : null;
}

/** A record that is not of the declared form, by the first field that is wrong. */
function malformed(
  candidate: unknown,
  index: number,
  issues: readonly { path: readonly PropertyKey[]; message: string; keys?: readonly string[] }[],
): Rejected {
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

/** Sorts a batch into records of the declared form and others. What the form leaves open is checked where it is booked. */
function parse(candidates: readonly unknown[]) {
  const records: UsageRecord[] = [];
  const rejected: Rejected[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const { success, data, error } = schemasByName.UsageBatchRecord.safeParse(candidate);
    if (!success) {
      rejected.push(malformed(candidate, index, error.issues));
      continue;
    }
    const { id, project_ref, metric, at, until, quantity, kind, resource_id, category, replaces } = data;
    records.push({
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
  }
  return { records, rejected };
}

export const recordUsage: Handler<'recordUsage'> = async ({ body }, { db, config, organization, nowSeconds }) => {
  const { records, rejected } = parse(body.records);
  const outcome =
    records.length > 0
      ? await record(db, organization.id, records, nowSeconds, config.lateUsageDays)
      : { accepted: 0, duplicates: 0, rejected: [] };
  const refused = outcome.rejected.map(({ field, ...problem }): Rejected => ({ ...problem, path: field }));
  return {
    data: {
      accepted: outcome.accepted,
      duplicates: outcome.duplicates,
      rejected: [...rejected, ...refused].toSorted((a, b) => a.index - b.index),
    },
  };
};
