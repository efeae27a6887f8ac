import { rowsOf, type Database } from '#server/database/database.ts';
import { statementsOfFunction, unboundTables, type Spread } from './statement-rules.ts';

/** Catalog of a database, checked by the rules of Citus: unique constraints contain the distribution column, references stay in a shard. */
export interface SpreadCatalog {
  readonly spread: Spread;
  readonly faults: readonly string[];
}

interface Column {
  readonly table: string;
  readonly required: boolean;
}
interface UniqueRule {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly (string | null)[];
}
interface Reference {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly target: string;
  readonly target_columns: readonly string[];
  /** Columns that become null when the referenced row is deleted; null if the key has no such action. */
  readonly emptied: readonly string[] | null;
}
interface TriggerRow {
  readonly table: string;
  readonly name: string;
  readonly function: string;
  readonly rows_before: string | null;
  readonly rows_after: string | null;
}
interface FunctionRow {
  readonly name: string;
  readonly language: string;
  readonly definition: string;
  readonly body: string;
  readonly arguments: readonly string[] | null;
}

const isOurs = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;

async function read<Row>(db: Database, text: string): Promise<Row[]> {
  return rowsOf<Row>(await db.execute(text));
}

const namesOf = (columns: string, table: string): string =>
  `(select json_agg(a.attname order by place) from unnest(${columns}) with ordinality as u (number, place)
    left join pg_attribute a on a.attrelid = ${table} and a.attnum = u.number and u.number > 0)`;

const callsOf = (one: FunctionRow, all: readonly FunctionRow[]): FunctionRow[] =>
  all.filter((other) => other !== one && new RegExp(`\\b${other.name}\\(`).test(one.body));

/** @param global names of reference tables, of which every node stores a copy */
export async function readCatalog(db: Database, global: readonly string[]): Promise<SpreadCatalog> {
  const tables = await read<Column>(
    db,
    `select c.relname as table, coalesce(bool_or(a.attnotnull), false) as required from pg_class c
      left join pg_attribute a on a.attrelid = c.oid and a.attname = case c.relname when 'organizations' then 'id' else 'organization_id' end
      where ${isOurs} group by 1 order by 1`,
  );
  const spread = new Map(
    tables
      .filter(({ table }) => !global.includes(table))
      .map(({ table }) => [table, table === 'organizations' ? 'id' : 'organization_id'] as const),
  );
  const faults = [
    ...global.filter((name) => !tables.some(({ table }) => table === name)).map((name) => `global ${name}: there is no such table`),
    ...tables.filter(({ table, required }) => spread.has(table) && !required).map(({ table }) => `column ${table}`),
  ];

  const uniques = await read<UniqueRule>(
    db,
    `select c.relname as table, i.relname as name, ${namesOf('x.indkey', 'c.oid')} as columns
      from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      where ${isOurs} and (x.indisunique or x.indisexclusion) order by 1, 2`,
  );
  for (const { table, name, columns } of uniques)
    if (spread.has(table) && !columns.includes(spread.get(table) ?? '')) faults.push(`unique ${table}.${name}`);

  const references = await read<Reference>(
    db,
    `select c.relname as table, k.conname as name, ${namesOf('k.conkey', 'k.conrelid')} as columns, t.relname as target,
      ${namesOf('k.confkey', 'k.confrelid')} as target_columns,
      case when k.confdeltype in ('n', 'd') or k.confupdtype in ('n', 'd')
        then ${namesOf('coalesce(k.confdelsetcols, k.conkey)', 'k.conrelid')} end as emptied
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and ${isOurs} and not t.relispartition order by 1, 2`,
  );
  for (const { table, name, columns, target, target_columns: targets, emptied } of references) {
    const key = spread.get(table);
    const isWithin = !spread.has(target) || (key !== undefined && targets[columns.indexOf(key)] === spread.get(target));
    if (!isWithin || (key !== undefined && emptied?.includes(key))) faults.push(`reference ${table}.${name}`);
  }

  const functions = await read<FunctionRow>(
    db,
    `select proname as name, lanname as language, pg_get_functiondef(p.oid) as definition, prosrc as body, proargnames as arguments
      from pg_proc p join pg_language l on l.oid = p.prolang
      where pronamespace = 'public'::regnamespace and lanname in ('sql', 'plpgsql') and prokind = 'f' order by 1`,
  );
  const triggers = await read<TriggerRow>(
    db,
    `select c.relname as table, g.tgname as name, p.proname as function, g.tgoldtable as rows_before, g.tgnewtable as rows_after
      from pg_trigger g join pg_class c on c.oid = g.tgrelid join pg_proc p on p.oid = g.tgfoid
      where not g.tgisinternal and ${isOurs} order by 1, 2`,
  );
  for (const trigger of triggers) {
    const called = functions.filter(({ name }) => name === trigger.function);
    for (const one of called) called.push(...callsOf(one, functions).filter((other) => !called.includes(other)));
    const rows = [trigger.rows_before, trigger.rows_after].filter((name) => name !== null);
    for (const { name, language, definition, body, arguments: parameters } of called) {
      const texts = language === 'plpgsql' ? statementsOfFunction(definition) : [body];
      for (const text of texts) {
        const reached = spread.has(trigger.table)
          ? unboundTables(text, spread, [...rows, ...(parameters ?? [])])
          : [...spread.keys()].filter((table) => new RegExp(`\\b${table}\\b`).test(text));
        for (const table of reached) faults.push(`trigger function ${name} reaches ${table}`);
      }
    }
  }
  return { spread, faults: [...new Set(faults)] };
}
