import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Role } from '#server/domain/access.ts';
import { perDatabase, type Database, instantOf } from '#server/database/database.ts';
import { members } from '#server/database/tables/members.ts';
import { memberships } from '#server/database/tables/organizations.ts';
import { projects } from '#server/database/tables/projects.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import { feedback } from '#server/database/tables/requests.ts';

/** Roles whose members can have only a limited number of active Free projects. */
const runs: Role[] = ['owner', 'admin'];
const stopped: (typeof projects.$inferSelect)['status'][] = ['INACTIVE', 'GOING_DOWN', 'REMOVED', 'INIT_FAILED'];

const organizationId = sql.placeholder('organizationId');

const statements = perDatabase((db) => {
  // Counts the projects of one member. A query that groups by member would be slower, because it would scan all organizations.
  const running = sql`(select count(*) from ${memberships} held
    join ${subscriptions} terms on terms.organization_id = held.organization_id and terms.plan = 'free'
    join ${projects} project on project.organization_id = held.organization_id
    where held.member_id = ${members.id} and held.role in ${runs} and project.status not in ${stopped})`;
  return {
    all: db
      .select({ username: members.username, primaryEmail: members.primaryEmail, role: memberships.role })
      .from(memberships)
      .innerJoin(members, eq(members.id, memberships.memberId))
      .where(eq(memberships.organizationId, organizationId))
      .orderBy(asc(members.username))
      .prepare('members_of_organization'),
    atLimit: db
      .select({ username: members.username, primaryEmail: members.primaryEmail, freeProjectLimit: members.freeProjectLimit })
      .from(memberships)
      .innerJoin(members, eq(members.id, memberships.memberId))
      .where(
        and(
          eq(memberships.organizationId, organizationId),
          inArray(memberships.role, runs),
          sql`${running} >= greatest(${members.freeProjectLimit}, 1)`,
        ),
      )
      .orderBy(asc(members.username))
      .prepare('members_at_free_project_limit'),
  };
});

export const membersOf = (db: Database, id: number) => statements(db).all.execute({ organizationId: id });

/** Includes only owners and admins. */
export const membersAtFreeProjectLimit = (db: Database, id: number) => statements(db).atLimit.execute({ organizationId: id });

interface NewFeedback extends Omit<typeof feedback.$inferInsert, 'createdAt'> {
  readonly atSeconds: number;
}

export async function insertFeedback(db: Database, { atSeconds, ...answers }: NewFeedback): Promise<void> {
  await db.insert(feedback).values({ ...answers, createdAt: instantOf(atSeconds) });
}
