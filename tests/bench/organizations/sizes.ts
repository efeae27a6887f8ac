import pg from 'pg';

export interface Sizes {
  readonly tables: readonly { readonly table: string; readonly rows: number; readonly bytes: number; readonly rowBytes: number }[];
  readonly bytes: number;
  readonly indexBytes: number;
}

export async function sizesOf(url: string, organizations: number): Promise<Sizes> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ table: string; rows: number; bytes: number; indexBytes: number }>(
    `select coalesce(i.inhparent, c.oid)::regclass::text as table, sum(greatest(c.reltuples, 0))::float8 as rows, sum(pg_total_relation_size(c.oid))::float8 as bytes,
      sum(pg_indexes_size(c.oid))::float8 as "indexBytes"
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by 1 having sum(c.reltuples) >= $1 order by 3 desc`,
    [organizations / 10_000],
  );
  await client.end();
  return {
    tables: rows.map((row) => ({ ...row, rowBytes: row.bytes / row.rows })),
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    indexBytes: rows.reduce((sum, { indexBytes }) => sum + indexBytes, 0),
  };
}
