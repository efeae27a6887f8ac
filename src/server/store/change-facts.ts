import { eq } from 'drizzle-orm';
import type { ChangeFacts } from '#server/domain/change-rules.ts';
import type { Database } from '#server/database/database.ts';
import { projects } from '#server/database/tables/projects.ts';
import { findOrganization } from './organizations.ts';

export interface ProjectFacts {
  readonly ref: string;
  readonly name: string;
  readonly status: (typeof projects.$inferSelect)['status'];
  readonly computeSize: (typeof projects.$inferSelect)['computeSize'];
  readonly isBranch: boolean;
}

export async function changeFacts(
  db: Database,
  organizationId: number,
): Promise<ChangeFacts & { readonly projects: readonly ProjectFacts[]; readonly slug: string }> {
  const [organization, all] = await Promise.all([
    findOrganization(db, organizationId),
    db
      .select({
        ref: projects.ref,
        name: projects.name,
        status: projects.status,
        computeSize: projects.computeSize,
        isBranch: projects.isBranch,
      })
      .from(projects)
      .where(eq(projects.organizationId, organizationId))
      .orderBy(projects.name, projects.id),
  ]);
  return {
    slug: organization.slug,
    plan: organization.plan,
    partner: organization.billingPartner,
    disabledFeatures: organization.disabledFeatures,
    hasOrioleProject: organization.hasOrioleProject,
    projectStatuses: all.map(({ status }) => status),
    projects: all,
  };
}
