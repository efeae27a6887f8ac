import type { BillingPartner, Subscription } from '#contract/types.ts';
import { managedBy } from '#lib/managed-by.ts';
import { projectStatusNames } from '#lib/project-status.ts';
import { chargeSummary, type ChargeSummary } from '#billing/shared/change-plan/charge-summary.ts';
import { featuresBeyond, type PlanFeature } from '#billing/shared/change-plan/plan-features.ts';
import { usePreview, type PreviewState } from '#billing/shared/change-plan/use-preview.ts';
import { useRead } from '#billing/shared/data/queries.ts';
import { sectionState } from '#billing/shared/data/section-state.ts';
import { useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { affectedProjects, type AffectedProjects } from './affected-projects.ts';
import { lostAddons, type LostAddons } from './removed-addons.ts';

export interface MemberAtLimit {
  readonly username: string;
  readonly primary_email: string;
  readonly free_project_limit: number;
}

export interface DowngradeFacts {
  readonly partner: BillingPartner | null;
  readonly preview: PreviewState;
  /** Charge for the downgrade; null while loading, or if the change is scheduled and nothing is charged now. */
  readonly charge: ChargeSummary | null;
  /** Time of a scheduled change in Unix seconds; null for an immediate change. */
  readonly effectiveAt: number | null;
  readonly addons: readonly LostAddons[];
  readonly projects: AffectedProjects;
  readonly features: readonly PlanFeature[];
  /** Members above their project limit; empty if no project is running, undefined while loading. */
  readonly membersInTheWay: readonly MemberAtLimit[] | undefined;
}

/** Project statuses that don't count toward a member's limit of active projects. All other statuses count. */
const runsNothing: readonly string[] = ['INACTIVE', 'GOING_DOWN'];
const running = Object.keys(projectStatusNames)
  .filter((status) => !runsNothing.includes(status))
  .join(',');

export function useDowngradeFacts(subscription: Subscription): DowngradeFacts {
  const slug = useSlug();
  const organization = useOrganization().data;
  const quoted = usePreview(slug, 'tier_free', true);
  const owned = sectionState(useRead('getSubscription', { params: { slug }, query: { project_addons: 'include' } }), true);
  // The preview is shown once the add-ons and the plans are loaded, so that it lists every loss.
  const plans = sectionState(useRead('listPlans', { params: { slug } }), true);
  const missing = [owned, plans].find((state) => state.kind === 'loading' || state.kind === 'failed');
  const preview = quoted.kind === 'ready' && missing ? missing : quoted;
  const members = useRead('listMembersAtFreeProjectLimit', { params: { slug } });
  // Reads only the first 100 projects. The response also contains the total count, and marks the projects that are branches.
  const projects = useRead('listProjects', { params: { slug }, query: { limit: 100, statuses: running } });
  const ready = preview.kind === 'ready' ? preview.preview : null;
  return {
    partner: organization ? managedBy(organization) : null,
    preview,
    charge: ready && chargeSummary(ready, null),
    effectiveAt: ready?.effective_at ?? null,
    addons: lostAddons(owned.kind === 'ready' ? owned.data.project_addons : []),
    projects: affectedProjects(ready?.active_projects ?? [], projects.data?.projects ?? []),
    features: plans.kind === 'ready' ? featuresBeyond(plans.data.words ?? [], subscription.plan.id, 'free') : [],
    membersInTheWay: inTheWay(members, projects),
  };
}

type Members = { data: readonly MemberAtLimit[] | undefined; isError: boolean };
type Projects = { data: { pagination: { count: number } } | undefined; isError: boolean };

/** If members or projects can't be read, returns an empty list. The platform also checks the limits and rejects the change. */
function inTheWay(members: Members, projects: Projects): readonly MemberAtLimit[] | undefined {
  if (projects.data?.pagination.count === 0 || members.isError || projects.isError) return [];
  return projects.data && members.data;
}
