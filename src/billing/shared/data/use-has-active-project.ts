import { useRead } from './queries.ts';
import { useSlug } from './use-billing-data.ts';

export const projectCountInputs = (slug: string) =>
  [
    { params: { slug }, query: { limit: 1 } },
    { params: { slug }, query: { limit: 1, statuses: 'ACTIVE_HEALTHY' } },
  ] as const;

/** False if the organization has projects but no active project; undefined while loading. */
export function useHasActiveProject(enabled: boolean): boolean | undefined {
  const [all, active] = projectCountInputs(useSlug());
  const total = useRead('listProjects', all, enabled).data?.pagination.count;
  const running = useRead('listProjects', active, enabled).data?.pagination.count;
  return total === undefined || running === undefined ? undefined : total === 0 || running > 0;
}
