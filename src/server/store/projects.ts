import { and, asc, count, desc, eq, ilike, inArray } from 'drizzle-orm';
import type { Shape } from '#contract/types.ts';
import type { Database } from './database.ts';
import { memberships, organizations } from './tables/organizations.ts';
import { projects } from './tables/projects.ts';

const fields = {
  ref: projects.ref,
  name: projects.name,
  status: projects.status,
  computeSize: projects.computeSize,
  isBranch: projects.isBranch,
};

type Filter = Omit<Shape<'ProjectsQuery'>, 'limit' | 'offset'> & { readonly limit: number; readonly offset: number };

const orders = {
  name_asc: [asc(projects.name), asc(projects.id)],
  name_desc: [desc(projects.name), desc(projects.id)],
  created_asc: [asc(projects.createdAt), asc(projects.id)],
  created_desc: [desc(projects.createdAt), desc(projects.id)],
} as const;

/** What a person types is text to look for, not a pattern. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;

export async function projectPage(db: Database, organizationId: number, { search, sort, statuses, limit, offset }: Filter) {
  const matching = and(
    eq(projects.organizationId, organizationId),
    search ? ilike(projects.name, containing(search)) : undefined,
    statuses ? inArray(projects.status, statuses) : undefined,
  );
  const [rows, [total]] = await Promise.all([
    db
      .select(fields)
      .from(projects)
      .where(matching)
      .orderBy(...orders[sort ?? 'name_asc'])
      .limit(limit)
      .offset(offset),
    db.select({ count: count() }).from(projects).where(matching),
  ]);
  return { rows, total: total?.count ?? 0 };
}

/** A project of an organization that the member belongs to; null for any other. */
export async function findProject(db: Database, memberId: number, ref: string) {
  const [row] = await db
    .select({ ...fields, organizationSlug: organizations.slug })
    .from(projects)
    .innerJoin(organizations, eq(organizations.id, projects.organizationId))
    .innerJoin(memberships, and(eq(memberships.organizationId, organizations.id), eq(memberships.memberId, memberId)))
    .where(eq(projects.ref, ref));
  return row ?? null;
}

/** Whether a project is one of this organization's. */
export async function projectBelongs(db: Database, organizationId: number, ref: string): Promise<boolean> {
  const rows = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), eq(projects.ref, ref)));
  return rows.length > 0;
}

export type ProjectRow = Awaited<ReturnType<typeof projectPage>>['rows'][number];
