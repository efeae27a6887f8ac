import type { ProjectSummary } from '#contract/types.ts';
import { projectPage, findProject, type ProjectRow } from '#server/store/projects.ts';
import { notFound } from '#server/platform-error.ts';
import type { Handler } from './handler.ts';

const defaultLimit = 100;

export const listProjects: Handler<'listProjects'> = async ({ query }, { db, organization }) => {
  const { limit = defaultLimit, offset = 0, ...filter } = query;
  const { rows, total } = await projectPage(db, organization.id, { ...filter, limit, offset });
  return { data: { pagination: { count: total, limit, offset }, projects: rows.map(projectView) } };
};

const projectView = (row: ProjectRow): ProjectSummary => ({
  ref: row.ref,
  name: row.name,
  status: row.status,
  is_branch: row.isBranch,
  infra_compute_size: row.computeSize,
});

export const getProject: Handler<'getProject'> = async ({ params }, { db, member }) => {
  const row = await findProject(db, member.id, params.ref);
  if (!row) throw notFound('Project');
  return { data: { ...projectView(row), organization_slug: row.organizationSlug } };
};
