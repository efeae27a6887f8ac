import pg from 'pg';
import { globalTables } from '#tests/server/sharding/global-tables.ts';

/** Table that stays small unless jobs fail. The platform may count the rows of this table with a full scan. */
const failures = 'job_failures';

/** Returns the tables that grow with the number of organizations: all tables except an explicit list. */
export async function growingTables(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all ($1) order by 1`,
    [[failures, ...globalTables.filter(({ grows }) => !grows).map(({ table }) => table)]],
  );
  return rows.map(({ name }) => name);
}

export interface HeardStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** True for prepared statements, whose generic plan ignores the values. */
  readonly isNamed: boolean;
  readonly from: string;
}

const query = Reflect.get(pg.Client.prototype, 'query') as (this: pg.Client, ...parameters: unknown[]) => unknown;
const reads = /^\s*(select|insert|update|delete|with)\b/i;

function askerOf(stack: string): string {
  return (
    /\/((?:src|tests)\/[\w./-]+)/.exec(
      stack
        .split('\n')
        .filter((line) => !line.includes('statement-plans') && !line.includes('node_modules'))
        .join('\n'),
    )?.[1] ?? ''
  );
}

/** Records each distinct statement that the platform sends to PostgreSQL in this process, until `stop`. Skips statements of tests. */
export function hearStatements(): { readonly stop: () => readonly HeardStatement[] } {
  const heard = new Map<string, HeardStatement>();
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 60;
  const hearing = function (this: pg.Client, ...parameters: unknown[]): unknown {
    const [statement, second] = parameters;
    const { text, values, name } = (typeof statement === 'string' ? { text: statement } : statement) as pg.QueryConfig;
    // The driver also accepts values as the second argument.
    const queryValues = values ?? (Array.isArray(second) ? (second as unknown[]) : []);
    if (text && reads.test(text) && !heard.has(text)) {
      const from = askerOf(new Error('asked').stack ?? '');
      if (!from.startsWith('tests/')) heard.set(text, { text, values: [...queryValues], isNamed: name !== undefined, from });
    }
    return query.apply(this, parameters);
  };
  Reflect.set(pg.Client.prototype, 'query', hearing);
  return {
    stop: () => {
      Reflect.set(pg.Client.prototype, 'query', query);
      Error.stackTraceLimit = stackTraceLimit;
      return [...heard.values()];
    },
  };
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Estimated number of rows above which an index scan counts as too large. No page and no batch needs so many rows. */
const manyRows = 3000;

function walksOf(node: PlanNode, growing: ReadonlySet<string>, large: ReadonlyMap<string, number>, isLimited: boolean): string[] {
  const { 'Node Type': type, 'Relation Name': table = '' } = node;
  const nodeFindings: string[] = [];
  if (type.endsWith('Seq Scan') && growing.has(table)) nodeFindings.push(`reads all of ${table}`);
  const isLarge = (large.get(node['Index Name'] ?? '') ?? 0) > manyRows;
  // If the scan has a filter, a `limit` may not end the scan early, because rows that the filter discards do not count toward the `limit`.
  const endsEarly = isLimited && node.Filter === undefined;
  const walks = /^Index (Only )?Scan$/.test(type) && node['Index Cond'] === undefined && isLarge && !endsEarly;
  if (walks && growing.has(table)) nodeFindings.push(`walks ${node['Index Name']} of ${table}`);
  return [...nodeFindings, ...(node.Plans ?? []).flatMap((part) => walksOf(part, growing, large, isLimited || type === 'Limit'))];
}

/** Returns the tables and partitions of `tables` that had more than `rowsAtLeast` rows at the last `analyze`. */
async function partitionsOf(client: pg.Client, tables: readonly string[], rowsAtLeast: number): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `with recursive part as (select c.oid from pg_class c where c.relname = any ($1) and c.relnamespace = 'public'::regnamespace
      union all select i.inhrelid from part join pg_inherits i on i.inhparent = part.oid)
    select c.relname as name from part join pg_class c using (oid) where c.reltuples > $2`,
    [tables, rowsAtLeast],
  );
  return new Set(rows.map(({ name }) => name));
}

export interface Walk {
  readonly what: string;
  readonly text: string;
  readonly from: string;
}

/**
 * Explains each statement with its recorded parameter values. A prepared statement is also explained with its generic plan. Returns the
 * full scans of all plans.
 * @param leastRows tables with at most this number of rows are ignored
 */
export async function walksIn(
  client: pg.Client,
  statements: readonly HeardStatement[],
  growing: readonly string[],
  leastRows = 1000,
): Promise<Walk[]> {
  const names = await partitionsOf(client, growing, leastRows);
  const { rows: indexes } = await client.query<{ name: string; count: number }>(
    "select relname as name, reltuples::float8 as count from pg_class where relkind = 'i' and relnamespace = 'public'::regnamespace",
  );
  const large = new Map(indexes.map(({ name, count }) => [name, count]));
  const walks: Walk[] = [];
  const look = (rows: readonly unknown[], { text, from }: HeardStatement): void => {
    const [{ Plan: plan }] = (rows[0] as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'];
    for (const what of new Set(walksOf(plan, names, large, false))) walks.push({ what, text: text.replace(/\s+/g, ' ').trim(), from });
  };
  for (const statement of statements) {
    const { text, values, isNamed } = statement;
    const explained = client.query({ text: `explain (format json) ${text}`, values: [...values] });
    const { rows } = await explained.catch((error: unknown) =>
      Promise.reject(new Error(`This can't be explained: ${text}`, { cause: error })),
    );
    look(rows, statement);
    if (!isNamed) continue;
    await client.query(`prepare heard as ${text}`);
    await client.query("set plan_cache_mode = 'force_generic_plan'");
    const nothing = values.length > 0 ? `(${values.map(() => 'null').join(', ')})` : '';
    look((await client.query(`explain (format json) execute heard${nothing}`)).rows, statement);
    await client.query('deallocate heard; reset plan_cache_mode');
  }
  return walks;
}

/** Returns the number of full scans per table from the database's statistics. Scans by triggers, foreign keys and functions count, too. */
export async function wholeReads(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  // Publishes the statistics of this connection, so that its reads count, too.
  await client.query('select pg_stat_force_next_flush()');
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ name: string; count: number }>(
    'select relname as name, seq_scan::int as count from pg_stat_user_tables where schemaname = $1',
    ['public'],
  );
  return new Map(rows.map(({ name, count }) => [name, count]));
}
