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
  /** Null while the preview is not there, or where nothing is charged because the change waits. */
  readonly charge: ChargeSummary | null;
  /** When the change happens, in unix seconds, where that is not at once. */
  readonly effectiveAt: number | null;
  readonly addons: readonly LostAddons[];
  readonly projects: AffectedProjects;
  readonly features: readonly PlanFeature[];
  /** Those who keep the organization from moving; none where nothing of it runs. Undefined while unknown. */
  readonly membersInTheWay: readonly MemberAtLimit[] | undefined;
}

/** A project of any other status counts as one of its members' active projects. */
const runsNothing: readonly string[] = ['INACTIVE', 'GOING_DOWN'];
const running = Object.keys(projectStatusNames)
  .filter((status) => !runsNothing.includes(status))
  .join(',');

/** Everything that a member has to know before an organization moves to Free. */
export function useDowngradeFacts(subscription: Subscription): DowngradeFacts {
  const slug = useSlug();
  const organization = useOrganization().data;
  const quoted = usePreview(slug, 'tier_free', true);
  const owned = sectionState(useRead('getSubscription', { params: { slug }, query: { project_addons: 'include' } }), true);
  // What is lost belongs to what the change brings: shown whole or not at all.
  const plans = sectionState(useRead('listPlans', { params: { slug } }), true);
  const missing = [owned, plans].find((state) => state.kind === 'loading' || state.kind === 'failed');
  const preview = quoted.kind === 'ready' && missing ? missing : quoted;
  const members = useRead('listMembersAtFreeProjectLimit', { params: { slug } });
  // The count is of all projects, whatever fits on the first page; the page is for a preview that does not know branches.
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

/** What can't be read is left to the platform, which refuses such a change itself and names the members. */
function inTheWay(members: Members, projects: Projects): readonly MemberAtLimit[] | undefined {
  if (projects.data?.pagination.count === 0 || members.isError || projects.isError) return [];
  return projects.data && members.data;
}
