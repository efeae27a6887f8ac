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
  /** Null while loading, or if nothing is charged because the change is scheduled. */
  readonly charge: ChargeSummary | null;
  /** Unix seconds of a scheduled change; null if immediate. */
  readonly effectiveAt: number | null;
  readonly addons: readonly LostAddons[];
  readonly projects: AffectedProjects;
  readonly features: readonly PlanFeature[];
  /** Members above their limit; empty if nothing is running. Undefined while unknown. */
  readonly membersInTheWay: readonly MemberAtLimit[] | undefined;
}

/** Statuses that don't count towards the limit of active projects per member; all others do. */
const runsNothing: readonly string[] = ['INACTIVE', 'GOING_DOWN'];
const running = Object.keys(projectStatusNames)
  .filter((status) => !runsNothing.includes(status))
  .join(',');

export function useDowngradeFacts(subscription: Subscription): DowngradeFacts {
  const slug = useSlug();
  const organization = useOrganization().data;
  const quoted = usePreview(slug, 'tier_free', true);
  const owned = sectionState(useRead('getSubscription', { params: { slug }, query: { project_addons: 'include' } }), true);
  // The preview waits for the add-ons and the plans, so that it lists every loss.
  const plans = sectionState(useRead('listPlans', { params: { slug } }), true);
  const missing = [owned, plans].find((state) => state.kind === 'loading' || state.kind === 'failed');
  const preview = quoted.kind === 'ready' && missing ? missing : quoted;
  const members = useRead('listMembersAtFreeProjectLimit', { params: { slug } });
  // The count covers all pages. The listed projects are used if the preview does not mark branches.
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

/** If members cannot be read, the platform checks the limits and refuses the change itself. */
function inTheWay(members: Members, projects: Projects): readonly MemberAtLimit[] | undefined {
  if (projects.data?.pagination.count === 0 || members.isError || projects.isError) return [];
  return projects.data && members.data;
}
