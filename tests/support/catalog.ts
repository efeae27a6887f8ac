/** Runs one statement and returns its rows. */
export type Ask = (text: string) => Promise<readonly Record<string, unknown>[]>;

const ours = `nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and nspname not like 'pg\\_temp%' and nspname not like 'pg\\_toast%'`;
const spaces = `(select oid from pg_namespace where ${ours})`;
const relation = (id: string): string => `${id}::regclass::text`;

/** One statement per catalog. Each returns one text per object; the order of columns in a table is left out on purpose. */
const catalogs: Readonly<Record<string, string>> = {
  schemas: `select concat_ws(' ', nspname, nspacl) from pg_namespace where ${ours}`,
  relations: `select concat_ws(' ', ${relation('c.oid')}, c.relkind, c.relpersistence, c.relreplident, c.relrowsecurity, c.relispartition,
      (select amname from pg_am where oid = c.relam), c.reloptions, c.relacl, c.reltablespace, pg_get_partkeydef(c.oid), pg_get_expr(c.relpartbound, c.oid),
      (select string_agg(${relation('inhparent')}, ',' order by inhseqno) from pg_inherits where inhrelid = c.oid))
    from pg_class c where c.relnamespace in ${spaces}`,
  columns: `select concat_ws(' ', ${relation('c.oid')}, a.attname, format_type(a.atttypid, a.atttypmod), 'not null', a.attnotnull,
      'default', pg_get_expr(d.adbin, d.adrelid), 'generated', a.attgenerated, 'identity', a.attidentity, a.attstorage, a.attcompression,
      a.attcollation::regcollation, a.attislocal, a.attoptions, a.attacl, a.attstattarget)
    from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace in ${spaces} and a.attnum > 0 and not a.attisdropped and c.relkind not in ('i', 'I')`,
  constraints: `select concat_ws(' ', ${relation('conrelid')}, conname, pg_get_constraintdef(oid), contype, condeferrable, condeferred, convalidated,
      conislocal, coninhcount, connoinherit, (select conname from pg_constraint parent where parent.oid = c.conparentid))
    from pg_constraint c where connamespace in ${spaces}`,
  indexes: `select concat_ws(' ', pg_get_indexdef(i.indexrelid), indisunique, indisprimary, indisvalid, indisready, indisreplident, indisclustered,
      indimmediate, (select reloptions from pg_class where oid = i.indexrelid),
      (select ${relation('inhparent')} from pg_inherits where inhrelid = i.indexrelid))
    from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace in ${spaces}`,
  triggers: `select concat_ws(' ', pg_get_triggerdef(t.oid), tgenabled, tgdeferrable, tginitdeferred, tgparentid <> 0)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace in ${spaces} and not tgisinternal`,
  enforcement: `select concat_ws(' ', ${relation('tgrelid')}, k.conname, tgfoid::regproc, tgtype, tgenabled, count(*))
    from pg_trigger t join pg_class c on c.oid = t.tgrelid left join pg_constraint k on k.oid = t.tgconstraint
    where c.relnamespace in ${spaces} and tgisinternal group by tgrelid, k.conname, tgfoid, tgtype, tgenabled`,
  // Without comments in the bodies, which change nothing.
  functions: `select concat_ws(' ', regexp_replace(pg_get_functiondef(oid), '\\n\\s*--[^\\n]*', '', 'g'), proacl, procost, prorows) from pg_proc where pronamespace in ${spaces} and prokind <> 'a'`,
  aggregates: `select oid::regprocedure::text from pg_proc where pronamespace in ${spaces} and prokind = 'a'`,
  types: `select concat_ws(' ', format_type(t.oid, null), typtype, typacl, typdefault, typbasetype::regtype,
      (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid))
    from pg_type t where typnamespace in ${spaces}`,
  sequences: `select concat_ws(' ', s.seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle,
      'last', pg_sequence_last_value(s.seqrelid), 'owner', (select ${relation('refobjid')} || '.' || attname from pg_depend
        join pg_attribute on attrelid = refobjid and attnum = refobjsubid
        where classid = 'pg_class'::regclass and objid = s.seqrelid and refclassid = 'pg_class'::regclass and deptype in ('a', 'i')))
    from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace in ${spaces}`,
  views: `select concat_ws(' ', ${relation('oid')}, pg_get_viewdef(oid)) from pg_class where relnamespace in ${spaces} and relkind in ('v', 'm')`,
  statistics: `select pg_get_statisticsobjdef(oid) from pg_statistic_ext where stxnamespace in ${spaces}`,
  policies: `select concat_ws(' ', ${relation('polrelid')}, polname, polcmd, polpermissive) from pg_policy`,
  rules: `select pg_get_ruledef(r.oid) from pg_rewrite r join pg_class c on c.oid = r.ev_class where c.relnamespace in ${spaces}`,
  comments: `select pg_describe_object(classoid, objoid, objsubid) || ' ' || description from pg_description
    where (classoid, objoid) in (
      select 'pg_class'::regclass, oid from pg_class where relnamespace in ${spaces}
      union all select 'pg_proc'::regclass, oid from pg_proc where pronamespace in ${spaces}
      union all select 'pg_type'::regclass, oid from pg_type where typnamespace in ${spaces}
      union all select 'pg_constraint'::regclass, oid from pg_constraint where connamespace in ${spaces}
      union all select 'pg_trigger'::regclass, t.oid from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace in ${spaces})`,
  grants: `select concat_ws(' ', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype, defaclacl) from pg_default_acl`,
  publications: `select pubname::text from pg_publication`,
  'event triggers': `select evtname::text from pg_event_trigger`,
  extensions: `select concat_ws(' ', extname, extversion) from pg_extension`,
};

/** The time at which a queue was made. */
const momentary: Readonly<Record<string, readonly string[]>> = { 'pgboss.queue': ['created_on', 'updated_on'] };

const firstColumn = (rows: readonly Record<string, unknown>[]): string[] => rows.map((row) => String(Object.values(row)[0])).toSorted();

/** Rows of all tables, each with its columns by name and as text, which keeps the order in a JSON document. */
async function storedRows(ask: Ask): Promise<string[]> {
  const tables = await ask(`select format('%s.%s', nspname, relname) as name, array_agg(attname::text order by attname) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where ${ours} and relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped group by 1`);
  const found: string[] = [];
  for (const { name, columns } of tables as readonly { name: string; columns: readonly string[] }[]) {
    const kept = columns.filter((column) => !momentary[name]?.includes(column));
    const fields = kept.map((column) => `'${column}', "${column}"::text`).join(', ');
    found.push(...firstColumn(await ask(`select jsonb_build_object(${fields})::text from ${name}`)).map((row) => `${name} ${row}`));
  }
  return found.toSorted();
}

/** Everything that a database consists of, by catalog. Two databases with equal answers behave the same. */
export async function readCatalogs(ask: Ask): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const [name, text] of Object.entries(catalogs)) found[name] = firstColumn(await ask(text));
  return { ...found, rows: await storedRows(ask) };
}
