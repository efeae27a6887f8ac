import type { Preview, ProjectSummary } from '#contract/types.ts';

/** Sizes that Free has: a project of this size stays as it is. */
const freeSizes: ReadonlySet<ProjectSummary['infra_compute_size']> = new Set(['nano', 'pico']);

export interface AffectedProjects {
  /** Names of the running projects whose compute shrinks, for which they restart. */
  readonly restarting: readonly string[];
  /** Names of the branches, which only paid plans have. */
  readonly pausing: readonly string[];
}

type ActiveProject = Preview['active_projects'][number];

/**
 * What a move to Free does to running projects.
 * @param active the running projects, as the preview lists them
 * @param listed projects of the list, which fills in for a preview that does not say which of them are branches
 */
export function affectedProjects(
  active: readonly ActiveProject[],
  listed: readonly Pick<ProjectSummary, 'ref' | 'is_branch'>[],
): AffectedProjects {
  const known = new Set(listed.filter((project) => project.is_branch).map(({ ref }) => ref));
  const isBranch = ({ ref, is_branch: isMarkedBranch }: ActiveProject): boolean => isMarkedBranch ?? known.has(ref);
  const names = (projects: readonly ActiveProject[]) => projects.map(({ name }) => name);
  return {
    restarting: names(active.filter((project) => !isBranch(project) && !freeSizes.has(project.instance_size))),
    pausing: names(active.filter(isBranch)),
  };
}
