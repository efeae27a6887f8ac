import type { ProjectSummary } from '#contract/types.ts';
import type { ProjectRow } from '#server/store/projects.ts';

export const projectView = (row: ProjectRow): ProjectSummary => ({
  ref: row.ref,
  name: row.name,
  status: row.status,
  is_branch: row.isBranch,
  infra_compute_size: row.computeSize,
});
