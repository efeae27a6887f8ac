import type { PlanId, Preview } from '#contract/types.ts';
import { Notice } from '#ui/Notice/Notice.tsx';

/** What the number of active projects means for the new plan: nothing to use it for, or one whose compute is covered. */
export function ProjectNotices({ preview, target }: { preview: Preview; target: PlanId }) {
  const active = preview.active_projects.length;
  if (active === 0 && preview.plan_change_type !== 'downgrade')
    return (
      <Notice variant="warning" title="This organization has no active projects">
        The plan is paid per organization. Check that you are upgrading the right one: other organizations and their projects are not part
        of it.
      </Notice>
    );
  if (active === 1 && target === 'pro')
    return (
      <Notice variant="info" title="Your project's compute is covered">
        The first project is covered by Compute Credits of $10 per month. Each further project starts at $10 per month.
      </Notice>
    );
  return null;
}
