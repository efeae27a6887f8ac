import type { Preview, ProjectSummary } from '#contract/types.ts';

/** Sizes that Free has: a project of this size stays as it is. */
const freeSizes: ReadonlySet<ProjectSummary['infra_compute_size']> = new Set(['nano', 'pico']);

export interface AffectedProjects {
  /** Names of the running projects whose compute shrinks, for which they restart. */
  readonly restarting: readonly string[];
  /** Names of the branches, which only paid plans have. */
  readonly pausing: readonly string[];
}

/**
 * What a move to Free does to running projects.
 * @param active the running projects, as the preview lists them
 * @param known those of them of which more is known
 */
export function affectedProjects(
  active: Preview['active_projects'],
  known: readonly Pick<ProjectSummary, 'ref' | 'is_branch'>[],
): AffectedProjects {
  const branches = new Set(known.filter((project) => project.is_branch).map(({ ref }) => ref));
  const names = (projects: Preview['active_projects']) => projects.map(({ name }) => name);
  return {
    restarting: names(active.filter(({ ref, instance_size: size }) => !branches.has(ref) && !freeSizes.has(size))),
    pausing: names(active.filter(({ ref }) => branches.has(ref))),
  };
}
