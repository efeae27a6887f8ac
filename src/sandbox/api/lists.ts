import type { AnyRecord } from '#sandbox/records/record-types.ts';
import type { Answer } from './endpoint.ts';
import { groupParam, integerParam, textParam, type Param, type Values } from './params.ts';
import { invalidRequest, noSuch } from './problem.ts';

const createdRange = groupParam({ gt: integerParam, gte: integerParam, lt: integerParam, lte: integerParam });
type CreatedRange = Values<{ gt: typeof integerParam; gte: typeof integerParam; lt: typeof integerParam; lte: typeof integerParam }>;

/** Parses an exact creation time or a range of times, in Unix seconds. */
const created: Param<CreatedRange> = (raw, name) => {
  if (typeof raw !== 'string') return createdRange(raw, name);
  const at = integerParam(raw, name);
  return { gte: at, lte: at };
};

export const listShape = { limit: integerParam, starting_after: textParam(255), ending_before: textParam(255) };
export const createdShape = { created };

type ListParams = Values<typeof listShape> & { created?: CreatedRange };

/** Returns a page of a list, newest record first. `records` must be in the order of creation. */
export function pageOfList(url: string, what: string, records: AnyRecord[], params: ListParams): Answer {
  const limit = limitOf(params.limit);
  const newestFirst = records
    .filter((record) => isWithin(record.created, params.created))
    .sort((a, b) => a.created - b.created)
    .reverse();
  if (params.starting_after !== undefined && params.ending_before !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: starting_after, ending_before.', { param: 'starting_after' });
  }
  if (params.ending_before !== undefined) {
    const end = positionOf(newestFirst, params.ending_before, 'ending_before', what);
    const start = Math.max(0, end - limit);
    return { kind: 'list', url, records: newestFirst.slice(start, end), hasMore: start > 0 };
  }
  const start = params.starting_after === undefined ? 0 : positionOf(newestFirst, params.starting_after, 'starting_after', what) + 1;
  return { kind: 'list', url, records: newestFirst.slice(start, start + limit), hasMore: newestFirst.length > start + limit };
}

export function limitOf(limit: number | undefined): number {
  if (limit === undefined) return 10;
  if (limit < 1 || limit > 100)
    throw invalidRequest('limit must be between 1 and 100', { code: 'parameter_invalid_integer', param: 'limit' });
  return limit;
}

function positionOf(records: AnyRecord[], id: string, param: string, what: string): number {
  const index = records.findIndex((record) => record.id === id);
  if (index === -1) throw noSuch(what, id, param);
  return index;
}

function isWithin(at: number, range: CreatedRange | undefined): boolean {
  if (!range) return true;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return at > gt && at >= gte && at < lt && at <= lte;
}
