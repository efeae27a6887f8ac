import type { AnyRecord } from '#sandbox/records/record-types.ts';
import type { Json } from '#sandbox/records/values.ts';
import type { Answer } from './endpoint.ts';
import { limitOf } from './lists.ts';
import { integerParam, textParam, type Values } from './params.ts';
import { invalidRequest } from './problem.ts';

export const searchShape = { query: textParam(2000), limit: integerParam, page: textParam(255) };

interface Clause {
  negated: boolean;
  field: string;
  metadataKey: string | null;
  operator: ':' | '~' | '>' | '<' | '>=' | '<=';
  value: string | number | null;
}

const clausePattern =
  /^(-?)(\w+)(?:\[(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\])?(>=|<=|>|<|:|~)(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(-?\d+)|(null))/i;

/** Searches by a query such as `metadata['change']:'42' AND status:'succeeded'`. AND and OR cannot be mixed. */
export function searchObjects(url: string, fields: readonly string[], records: AnyRecord[], params: Values<typeof searchShape>): Answer {
  if (params.query === undefined) throw invalidRequest('Missing required param: query.', { code: 'parameter_missing', param: 'query' });
  const { clauses, any } = parseQuery(params.query, fields);
  const limit = limitOf(params.limit);
  const start = params.page === undefined ? 0 : pageStart(params.page);
  const found = records
    .filter((record) => (any ? clauses.some((clause) => matches(record, clause)) : clauses.every((clause) => matches(record, clause))))
    .sort((a, b) => a.created - b.created)
    .reverse();
  const nextPage = found.length > start + limit ? `page_${start + limit}` : null;
  return { kind: 'search', url, records: found.slice(start, start + limit), nextPage };
}

export function parseQuery(query: string, fields: readonly string[]): { clauses: Clause[]; any: boolean } {
  const clauses: Clause[] = [];
  const joins = new Set<string>();
  let rest = query.trim();
  while (rest !== '') {
    const match = clausePattern.exec(rest);
    if (!match) throw badQuery(`cannot be read from: ${rest.slice(0, 40)}`);
    const [whole, minus, field = '', key1, key2, operator, text1, text2, number, nothing] = match;
    const metadataKey = unescape(key1 ?? key2);
    if (metadataKey !== null && field !== 'metadata') throw badQuery(`has a key in brackets after ${field}`);
    if (metadataKey === null && !fields.includes(field)) throw badQuery(`names the unsupported field ${field}`);
    clauses.push({
      negated: minus === '-',
      field,
      metadataKey,
      operator: operator as Clause['operator'],
      value: number !== undefined ? Number(number) : nothing !== undefined ? null : unescape(text1 ?? text2),
    });
    rest = rest.slice(whole.length).trim();
    if (rest === '') break;
    const join = /^(AND|OR)\s+/i.exec(rest);
    if (join) {
      joins.add((join[1] ?? '').toUpperCase());
      rest = rest.slice(join[0].length);
    } else {
      joins.add('AND');
    }
  }
  if (clauses.length === 0) throw badQuery('is empty');
  if (joins.size > 1) throw badQuery('mixes AND and OR');
  return { clauses, any: joins.has('OR') };
}

function matches(record: AnyRecord, clause: Clause): boolean {
  return matchesPlainly(record as unknown as { [key: string]: Json }, clause) !== clause.negated;
}

function matchesPlainly(record: { [key: string]: Json }, { field, metadataKey, operator, value }: Clause): boolean {
  const metadata = record['metadata'];
  const group = metadata !== null && typeof metadata === 'object' && !Array.isArray(metadata) ? metadata : undefined;
  const actual = metadataKey === null ? record[field] : group && Object.hasOwn(group, metadataKey) ? group[metadataKey] : null;
  if (value === null) return actual === null || actual === undefined;
  if (actual === null || actual === undefined) return false;
  if (operator === ':') return String(actual) === String(value);
  if (operator === '~') return String(actual).toLowerCase().includes(String(value).toLowerCase());
  if (typeof actual !== 'number' || Number.isNaN(Number(value))) return false;
  const bound = Number(value);
  if (operator === '>') return actual > bound;
  if (operator === '<') return actual < bound;
  return operator === '>=' ? actual >= bound : actual <= bound;
}

const unescape = (quoted: string | undefined): string | null => quoted?.replaceAll(/\\(.)/g, '$1') ?? null;
const badQuery = (what: string) => invalidRequest(`The search query ${what}.`, { param: 'query' });

function pageStart(cursor: string): number {
  const match = /^page_(\d{1,9})$/.exec(cursor);
  if (!match) throw invalidRequest('Invalid page', { param: 'page' });
  return Number(match[1]);
}
