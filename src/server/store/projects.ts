import { and, asc, count, desc, eq, ilike, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Shape } from '#contract/types.ts';
import { perDatabase, type Database } from '#server/database/database.ts';
import { memberships, organizations } from '#server/database/tables/organizations.ts';
import { projects } from '#server/database/tables/projects.ts';

const fields = {
  ref: projects.ref,
  name: projects.name,
  status: projects.status,
  computeSize: projects.computeSize,
  isBranch: projects.isBranch,
};

type Sort = NonNullable<Shape<'ProjectsQuery'>['sort']>;

type Filter = Omit<Shape<'ProjectsQuery'>, 'limit' | 'offset'> & { readonly limit: number; readonly offset: number };

const orders = {
  name_asc: [asc(projects.name), asc(projects.id)],
  name_desc: [desc(projects.name), desc(projects.id)],
  created_asc: [asc(projects.createdAt), asc(projects.id)],
  created_desc: [desc(projects.createdAt), desc(projects.id)],
} as const satisfies Readonly<Record<Sort, readonly SQL[]>>;

/** Escapes wildcards, because users search for plain text. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;

/** Filters of a query. Each combination has its own prepared statement, which evaluates no unused filter. */
interface Form {
  readonly sort: Sort;
  readonly hasSearch: boolean;
  readonly hasStatuses: boolean;
}

function pageStatements(db: Database, { sort, hasSearch, hasStatuses }: Form, name: string) {
  const matching = and(
    eq(projects.organizationId, sql.placeholder('organizationId')),
    isNull(projects.removedAt),
    hasSearch ? ilike(projects.name, sql.placeholder('search')) : undefined,
    hasStatuses ? sql`${projects.status} = any(${sql.placeholder('statuses')}::text[])` : undefined,
  );
  const counted = db.select({ total: count() }).from(projects).where(matching);
  return {
    page: db
      .select({ ...fields, total: sql<number>`(${counted})`.mapWith(Number) })
      .from(projects)
      .where(matching)
      .orderBy(...orders[sort])
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .prepare(`projects_${name}`),
    count: counted.prepare(`projects_count_${name}`),
  };
}

const statements = perDatabase((db) => {
  const known = new Map<string, ReturnType<typeof pageStatements>>();
  return (form: Form) => {
    const name = [form.sort, form.hasSearch && 'search', form.hasStatuses && 'statuses'].filter(Boolean).join('_');
    const statements = known.get(name) ?? pageStatements(db, form, name);
    known.set(name, statements);
    return statements;
  };
});

export async function projectPage(db: Database, organizationId: number, { search, sort = 'name_asc', statuses, ...window }: Filter) {
  const prepared = statements(db)({ sort, hasSearch: Boolean(search), hasStatuses: statuses !== undefined });
  const values = { organizationId, ...(search && { search: containing(search) }), ...(statuses && { statuses }) };
  const found = await prepared.page.execute({ ...values, ...window });
  // Beyond the last page, no row contains the total, so a second query counts the projects.
  const total = found[0]?.total ?? (await prepared.count.execute(values))[0]?.total ?? 0;
  return { rows: found, total };
}

/** Project of an organization to which the member belongs; null for any other project. */
export async function findProject(db: Database, memberId: number, ref: string) {
  const [row] = await db
    .select({ ...fields, organizationSlug: organizations.slug })
    .from(projects)
    .innerJoin(organizations, eq(organizations.id, projects.organizationId))
    .innerJoin(memberships, and(eq(memberships.organizationId, organizations.id), eq(memberships.memberId, memberId)))
    .where(and(eq(projects.ref, ref), isNull(projects.removedAt)));
  return row ?? null;
}

export async function projectBelongs(db: Database, organizationId: number, ref: string): Promise<boolean> {
  const rows = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), eq(projects.ref, ref)));
  return rows.length > 0;
}

export async function projectNames(db: Database, organizationId: number, refs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (refs.length === 0) return new Map();
  const rows = await db
    .select({ ref: projects.ref, name: projects.name })
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), inArray(projects.ref, [...refs])));
  return new Map(rows.map(({ ref, name }) => [ref, name]));
}

export type ProjectRow = Omit<Awaited<ReturnType<typeof projectPage>>['rows'][number], 'total'>;
