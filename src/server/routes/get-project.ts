import { notFound } from '#server/http/platform-error.ts';
import { findProject } from '#server/store/projects.ts';
import type { Handler } from './handler.ts';
import { projectView } from './views/project.ts';

export const getProject: Handler<'getProject'> = async ({ params }, { db, member }) => {
  const row = await findProject(db, member.id, params.ref);
  if (!row) throw notFound('Project');
  return { data: { ...projectView(row), organization_slug: row.organizationSlug } };
};
