import pg from 'pg';
import { dueInstants, dueSlug, dueTogether, hoursBetweenDue, type TemplateSeed } from './template-seeds.ts';

/** For each table without an organization column: SQL expression that returns the organization of a row. */
const ownerOf: Readonly<Record<string, string>> = {
  gateway_events: '(select organization_id from payments where intent_id = x.object_id)',
};

/** For each numeric foreign key column: name of the referenced table. */
const numbered: Readonly<Record<string, string>> = {
  organization_id: 'organizations',
  project_id: 'projects',
  parent_id: 'projects',
  period_id: 'billing_periods',
  transaction_id: 'ledger_transactions',
  notice_id: 'notices',
  event_id: 'budget_events',
  member_id: 'members',
};

/** Tables that are not copied. For example, members are created by position, and invoice tallies are computed. */
const notCopied = new Set(['organizations', 'members', 'memberships', 'member_logins', 'sessions', 'invoice_tallies', 'scripted_faults']);
/** Tables whose rows must be in time order, because they have a BRIN index. */
const inTime = new Set(['usage_records']);
/** Columns that reference rows outside of the organization. Copies keep these references unchanged. */
const sharedNames = new Set(['webhook_deliveries.endpoint_id', 'billing_periods.price_book_id']);

/** Matches references to rows within text columns: ids, project references, and organization slugs. */
const namePattern = String.raw`(bench-[a-z]+-[0-9]+|\m[a-z]{2,6}_[A-Za-z0-9]{14,}|\m[a-z]{20}\M)`;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isIdentity: boolean;
  readonly isUnique: boolean;
}

interface CopiedTable {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly naming: ReadonlySet<string>;
}

const quoted = (name: string): string => `"${name}"`;

async function columnsOf(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type, a.attidentity <> '' as "isIdentity",
      exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and i.indkey[0] = a.attnum and (i.indnkeyatts = 1
        or i.indnkeyatts = 2 and i.indkey[1] = (select attnum from pg_attribute o where o.attrelid = a.attrelid and o.attname = 'organization_id'))) as "isUnique"
    from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [table],
  );
  return rows;
}

const isText = ({ type }: Column): boolean => type === 'text' || type === 'jsonb' || type === 'json';

async function setAside(client: pg.Client): Promise<readonly CopiedTable[]> {
  await client.query(`
    drop schema if exists made cascade;
    create schema made;
    -- The name that a copy has in place of a template's: as long, of the same kind, and as random. PostgreSQL puts it into the statement
    -- itself as long as all in it is immutable.
    create function made.other(name text, copy integer) returns text language sql immutable parallel safe as $$
      select case
        when position('_' in name) > 0 then left(name, position('_' in name)) || case when length(name) - position('_' in name) <= 32
          then left(md5(name || copy::text), length(name) - position('_' in name))
          else left(md5(name || copy::text) || md5(copy::text || name), length(name) - position('_' in name)) end
        when name like 'bench-%' then name || '-' || copy::text
        else translate(left(md5(name || copy::text), length(name)), '0123456789', 'ghijklmnop')
      end $$;
    create function made.others(parts text[], names text[], copy integer) returns text language sql immutable parallel safe as $$
      select string_agg(part || coalesce(made.other(names[place], copy), ''), '' order by place)
      from unnest(parts) with ordinality as each (part, place) $$;
    create table made.members_of as
      select m.organization_id, m.member_id, m.role, row_number() over (partition by m.organization_id order by m.role <> 'owner', m.member_id)::int - 1 as place
      from memberships m join organizations o on o.id = m.organization_id where o.slug like 'bench-%'`);
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and (c.relname = any ($1) or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped))
    order by 1`,
    [Object.keys(ownerOf)],
  );
  const tables = rows.map(({ name }) => name).filter((name) => !notCopied.has(name));
  const all: CopiedTable[] = [];
  for (const name of ['organizations', ...tables]) {
    const columns = await columnsOf(client, name);
    const owner = name === 'organizations' ? 'x.id' : (ownerOf[name] ?? 'x.organization_id');
    const identity = columns.find(({ isIdentity }) => isIdentity);
    const place = identity ? `row_number() over (partition by ${owner} order by x.${quoted(identity.name)})::int - 1` : '0';
    await client.query(`create table made.${quoted(name)} as select x.*, ${owner} as made_for, ${place} as made_place from ${quoted(name)} x
      where ${owner} in (select id from organizations where slug like 'bench-%')`);
    all.push({ name, columns, naming: await splitNames(client, name, columns) });
  }
  for (const { name, columns } of all) await placeReferences(client, name, columns);
  return all;
}

const namedBy = ({ name, type }: Column): string | undefined => (type === 'bigint' || type === 'integer' ? numbered[name] : undefined);
const placeOf = (column: string): string => quoted(`${column} place`);

/**
 * Stores each reference as the position of the referenced row in its organization. Each copied row computes its references from these
 * positions.
 */
async function placeReferences(client: pg.Client, table: string, columns: readonly Column[]): Promise<void> {
  for (const column of columns) {
    const of = namedBy(column);
    if (of === undefined || of === 'organizations') continue;
    const found =
      of === 'members'
        ? `select organization_id as made_for, member_id as id, place from made.members_of`
        : `select made_for, id, made_place as place from made.${quoted(of)}`;
    await client.query(`alter table made.${quoted(table)} add column ${placeOf(column.name)} integer;
      update made.${quoted(table)} x set ${placeOf(column.name)} = r.place from (${found}) r where r.id = x.${quoted(column.name)} and r.made_for = x.made_for`);
  }
}

/** Splits each text at its references to rows. For each copied row, the parts are later joined with the new references. */
async function splitNames(client: pg.Client, table: string, columns: readonly Column[]): Promise<ReadonlySet<string>> {
  const naming = new Set<string>();
  for (const column of columns.filter(isText)) {
    if (sharedNames.has(`${table}.${column.name}`)) continue;
    const columnName = quoted(column.name);
    const { rows } = await client.query<{ names: boolean; any: boolean }>(
      `select coalesce(bool_or(${columnName}::text ~ '${namePattern}'), false) as names, count(${columnName}) > 0 as any from made.${quoted(table)}`,
    );
    const whole = column.isUnique && rows[0]?.any && !rows[0].names;
    if (!rows[0]?.names && !whole) continue;
    naming.add(column.name);
    const [parts, names] = whole
      ? ["array['', '']", `array[${columnName}::text]`]
      : [
          `regexp_split_to_array(${columnName}::text, '${namePattern}')`,
          `array(select found[1] from regexp_matches(${columnName}::text, '${namePattern}', 'g') found)`,
        ];
    await client.query(`alter table made.${quoted(table)} add column ${quoted(`${column.name} parts`)} text[], add column ${quoted(`${column.name} names`)} text[];
      update made.${quoted(table)} set ${quoted(`${column.name} parts`)} = ${parts}, ${quoted(`${column.name} names`)} = ${names} where ${columnName} is not null`);
  }
  return naming;
}

/** Returns the highest row count that an organization has in a table (`most`), and the first unused ID for copied rows (`first`). */
async function numbersOf(client: pg.Client, table: string, identity: string): Promise<{ readonly most: number; readonly first: number }> {
  const { rows } = await client.query<{ most: number; first: number }>(
    `select coalesce((select max(made_place) + 1 from made.${quoted(table)}), 1)::int as most, coalesce((select max(${quoted(identity)}) + 1 from ${quoted(table)}), 1)::int as first`,
  );
  return { most: rows[0]?.most ?? 1, first: rows[0]?.first ?? 1 };
}

/** Chooses a template and a time shift for each copy. The shift is a number of whole hours, because usage can be stored by hour. */
async function chooseTemplates(client: pg.Client, copies: number, seeds: readonly TemplateSeed[]): Promise<void> {
  const chosen = seeds.filter(({ inAMillion }) => inAMillion > 0);
  const all = chosen.reduce((sum, { inAMillion }) => sum + inAMillion, 0);
  let before = 0;
  const bands = chosen.map(({ slug, inAMillion }) => `('${slug}', ${before}, ${(before += inAMillion)})`);
  const dueCopies = dueTogether * dueInstants;
  await client.query(`
    create table made.copies as
    select copy, o.id as made_for, case when is_due then -(24 - ${hoursBetweenDue} * (1 + (copy - 1) / ${dueTogether})) * 3600
      else -(hashtextextended(copy::text, 1) & 2147483647) % 24 * 3600 end::int as shift
    from generate_series(1, ${copies}) copy
    cross join lateral (select copy <= least(${dueCopies}, ${copies} / 2) as is_due, (hashtextextended(copy::text, 0) & 2147483647)::float8 / 2147483648 * ${all} as at) chance
    join (values ${bands.join(', ')}) band (slug, low, high) on at >= low and at < high
    join organizations o on o.slug = case when is_due then '${dueSlug}' else band.slug end;
    create index on made.copies (copy);
    analyze made.copies`);
}

async function statementsOf(client: pg.Client, tables: readonly CopiedTable[], seeds: readonly TemplateSeed[]) {
  const numbers = new Map<string, { most: number; first: number }>();
  for (const { name, columns } of tables) {
    const identity = columns.find(({ isIdentity }) => isIdentity);
    if (identity) numbers.set(name, await numbersOf(client, name, identity.name));
  }
  const { rows: places } = await client.query<{ most: number; first: number }>(
    `select (select max(place) + 1 from made.members_of)::int + ${Math.max(...seeds.map(({ furtherMembers }) => furtherMembers))} as most, (select max(id) + 1 from members)::int as first`,
  );
  numbers.set('members', places[0] ?? { most: 1, first: 1 });
  const numberOf = (table: string, place: string, copy = 'c.copy'): string => {
    const { most, first } = numbers.get(table) ?? { most: 1, first: 1 };
    return `(${first} + ${copy}::bigint * ${most} + ${place})`;
  };
  const valueOf = (table: string, column: Column, naming: ReadonlySet<string>): string => {
    const { name, type, isIdentity } = column;
    const sourceColumn = `t.${quoted(name)}`;
    if (isIdentity) return numberOf(table, 't.made_place');
    const of = namedBy(column);
    if (of) return numberOf(of, of === 'organizations' ? '0' : `t.${placeOf(name)}`);
    if (naming.has(name)) {
      const [parts, names] = [`t.${quoted(`${name} parts`)}`, `t.${quoted(`${name} names`)}`];
      const pieces = (count: number): string =>
        `${parts}[1]${Array.from({ length: count }, (_, index) => ` || made.other(${names}[${index + 1}], c.copy) || ${parts}[${index + 2}]`).join('')}`;
      const text = `case coalesce(cardinality(${names}), 0) when 0 then ${sourceColumn}::text
        when 1 then ${pieces(1)} when 2 then ${pieces(2)} when 3 then ${pieces(3)}
        else made.others(${parts}, ${names}, c.copy) end`;
      return type === 'text' ? text : `(${text})::${type}`;
    }
    if (type.startsWith('timestamp')) return `${sourceColumn} + c.shift * interval '1 second'`;
    if (type === 'bigint' && name.endsWith('_seconds')) return `${sourceColumn} + c.shift`;
    return sourceColumn;
  };
  const range = 'c.copy > $from and c.copy <= $to';
  const { rows: sizes } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'made'::regnamespace and relkind = 'r' order by pg_relation_size(oid) desc`,
  );
  const order = sizes.map(({ name }) => name);
  const copied = tables
    .toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
    .map(({ name, columns, naming }) => {
      const names = columns.map((column) => quoted(column.name)).join(', ');
      const values = columns.map((column) => valueOf(name, column, naming)).join(', ');
      return {
        name,
        text: `insert into ${quoted(name)} (${names}) overriding system value select ${values} from made.copies c join made.${quoted(name)} t on t.made_for = c.made_for where ${range}${inTime.has(name) ? ' order by t.from_seconds + c.shift' : ''}`,
      };
    });
  const further = seeds
    .filter(({ furtherMembers }) => furtherMembers > 0)
    .map(({ slug, furtherMembers }) => `('${slug}', ${furtherMembers})`);
  const members = `(
    select organization_id, role, place from made.members_of
    union all
    select o.id, 'viewer', (select count(*)::int from made.members_of m where m.organization_id = o.id) + number - 1
    from (values ${further.join(', ')}) f (slug, count) join made.organizations o using (slug), generate_series(1, f.count) number) m`;
  const ofMembers = `from made.copies c join ${members} on m.organization_id = c.made_for where ${range}`;
  const memberId = numberOf('members', 'm.place');
  const word = "(c.copy || '-' || m.place)";
  const age = `(hashtextextended(${word}, 2) & 1023) % 100 * interval '1 hour'`;
  const token = (what: string): string => `translate(encode(sha256((${what})::bytea), 'base64'), '+/=', '-_')`;
  return [
    ...copied,
    {
      name: 'members',
      text: `insert into members (id, handle, username, primary_email, free_project_limit) overriding system value
        select ${memberId}, 'member-' || ${word}, 'person-' || ${word}, 'person-' || ${word} || '@mail-' || c.copy % 50021 || '.example', 2 ${ofMembers}`,
    },
    {
      // Every tenth owner also owns the previous organization.
      name: 'memberships',
      text: `insert into memberships (member_id, organization_id, role)
        select case when m.place = 0 and c.copy % 10 = 0 and c.copy - 1 > $from then ${numberOf('members', 'm.place', '(c.copy - 1)')} else ${memberId} end, ${numberOf('organizations', '0')}, m.role ${ofMembers}`,
    },
    {
      name: 'member_logins',
      text: `insert into member_logins (issuer, subject, member_id, linked_at) select 'https://login.example', md5(${word}), ${memberId}, now() - interval '90 days' ${ofMembers}`,
    },
    {
      name: 'sessions',
      text: `insert into sessions (token_hash, member_id, created_at, last_seen_at, expires_at)
        select ${token(word)}, ${memberId}, now() - ${age}, now() - ${age} / 2, now() - ${age} + interval '9 days' ${ofMembers} and (m.place + c.copy) % 2 = 0`,
    },
    {
      name: 'invoice_tallies',
      text: `insert into invoice_tallies (organization_id, span, place, status, count)
        select ${numberOf('organizations', '0')}, span, (extract(epoch from t.period_end)::bigint + c.shift) >> span, t.status, count(*)
        from made.copies c join made.invoices t on t.made_for = c.made_for, unnest(array[12, 18, 24]::smallint[]) span where ${range} group by 1, 2, 3, 4`,
    },
  ];
}

const leafTables = `relnamespace = 'public'::regnamespace and relkind = 'r'`;
const leafIndexes = `select i.indexrelid from pg_index i join pg_class c on c.oid = i.indrelid where ${leafTables}`;

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '64MB'; set jit = off`,
  );
  return client;
}

/** @returns the follow-up tasks */
type Task = (client: pg.Client) => Promise<readonly Task[]>;

async function onTwo(url: string, tasks: readonly Task[]): Promise<void> {
  const queue = [...tasks];
  const work = async (): Promise<void> => {
    const client = await connected(url);
    try {
      for (let task = queue.shift(); task; task = queue.shift()) queue.unshift(...(await task(client)));
    } finally {
      queue.length = 0;
      await client.end();
    }
  };
  await Promise.all([work(), work()]);
}

const copiesAtOnce = 25_000;

/** Copies template organizations with new ids, names and members, shifted by hours. Triggers are off; indexes are created at the end. */
export async function copyOrganizations(
  url: string,
  organizations: number,
  seeds: readonly TemplateSeed[],
  say: (words: string) => void = () => undefined,
): Promise<void> {
  const client = await connected(url);
  const started = performance.now();
  const tell = (words: string): void => say(`${Math.round((performance.now() - started) / 1000)} s: ${words}`);
  const tables = await setAside(client);
  for (const { name } of tables) await client.query(`create index on made.${quoted(name)} (made_for); analyze made.${quoted(name)}`);
  await client.query('create index on made.members_of (organization_id); analyze made.members_of');
  const copies = Math.max(0, organizations - seeds.length);
  await chooseTemplates(client, copies, seeds);
  const statements = await statementsOf(client, tables, seeds);
  tell('templates are set aside');
  await client.query(`update pg_index set indisready = false, indisvalid = false where indexrelid in (${leafIndexes})`);
  // Unlogged tables halve the disk writes. They lose their rows in a crash, but then the database is created again.
  await client.query(`update pg_class set relpersistence = 'u' where ${leafTables}`);
  const ranges = Array.from({ length: Math.ceil(copies / copiesAtOnce) }, (_, index) => [
    index * copiesAtOnce,
    Math.min(copies, (index + 1) * copiesAtOnce),
  ]);
  const { rows: leaves } = await client.query<{ name: string; table: string }>(
    `select oid::regclass::text as name, coalesce(pg_partition_root(oid)::oid, oid)::regclass::text as table from pg_class where ${leafTables}`,
  );
  const spent = new Map<string, number>();
  const timed = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const begun = performance.now();
    await work();
    spent.set(name, (spent.get(name) ?? 0) + performance.now() - begun);
  };
  const unfinished = new Set(leaves.map(({ name }) => name));
  const finish =
    (name: string): Task =>
    async (connection) => {
      unfinished.delete(name);
      await connection.query(`update pg_class set relpersistence = 'p' where oid = '${name}'::regclass`);
      await timed('indexes', () => connection.query(`reindex table ${name}`));
      await timed('vacuum', () => connection.query(`vacuum (analyze, freeze) ${name}`));
      return [];
    };
  // Begins with the largest table. Builds the indexes of each table directly after its rows, while the pages of the table are still cached.
  await onTwo(
    url,
    statements.flatMap(({ name, text }) => {
      let left = ranges.length;
      return ranges.map(([from, to]): Task => async (connection) => {
        await timed(name, () => connection.query(text.replaceAll('$from', String(from)).replaceAll('$to', String(to))));
        left -= 1;
        return left > 0 ? [] : leaves.filter(({ table }) => table === name).map((leaf) => finish(leaf.name));
      });
    }),
  );
  const slowest = [...spent].toSorted(([, one], [, other]) => other - one).slice(0, 9);
  tell(`rows are copied (${slowest.map(([name, ms]) => `${name} ${Math.round(ms / 1000)} s`).join(', ')})`);
  await onTwo(url, [...unfinished].map(finish));
  tell('indexes are made');
  const { rows: invalid } = await client.query(`select indexrelid::regclass from pg_index where not indisvalid`);
  if (invalid.length > 0) throw new Error(`Indexes are left out: ${JSON.stringify(invalid)}`);
  await client.query(`do $$ declare one record; begin
    for one in select c.relname, a.attname, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attidentity <> '' and not c.relispartition
    loop execute format('select setval(%L, (select coalesce(max(%I), 1) from %I))', one.sequence, one.attname, one.relname); end loop; end $$`);
  // Analyzes only parent tables. Each partition was already analyzed after its indexes were built.
  const { rows: whole } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'p'`,
  );
  for (const { name } of whole) await client.query(`analyze ${name}`);
  await client.query('drop schema made cascade');
  await client.end();
  tell(`${organizations} organizations`);
}
