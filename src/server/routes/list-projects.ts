import { projectPage } from '#server/store/projects.ts';
import type { Handler } from './handler.ts';
import { projectView } from './views/project.ts';

const defaultLimit = 100;

export const listProjects: Handler<'listProjects'> = async ({ query }, { db, organization }) => {
  const { limit = defaultLimit, offset = 0, ...filter } = query;
  const { rows, total } = await projectPage(db, organization.id, { ...filter, limit, offset });
  return { data: { pagination: { count: total, limit, offset }, projects: rows.map(projectView) } };
};
