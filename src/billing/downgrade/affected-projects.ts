import type { Preview, ProjectSummary } from '#contract/types.ts';

/** Compute sizes of the Free Plan. Projects of these sizes do not restart. */
const freeSizes: ReadonlySet<ProjectSummary['infra_compute_size']> = new Set(['nano', 'pico']);

export interface AffectedProjects {
  /** Names of running projects that restart because their compute shrinks. */
  readonly restarting: readonly string[];
  /** Names of branches. All branches pause, because only paid plans have branches. */
  readonly pausing: readonly string[];
}

type ActiveProject = Preview['active_projects'][number];

/** @param listed projects from the project list. They are used to find the branches if the preview does not mark branches */
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
