import type { PlanId, Preview } from '#contract/types.ts';
import { formatDate, formatDateTime } from '#lib/dates/format.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import type { ChargeSummary } from '#billing/shared/change-plan/charge-summary.ts';
import { featuresBeyond, planOf } from '#billing/shared/change-plan/plan-metadata.ts';
import type { PreviewState } from '#billing/shared/change-plan/use-preview.ts';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { ChargeTable } from './ChargeTable.tsx';
import { FeatureList } from './FeatureList.tsx';
import { MonthlyEstimate } from './MonthlyEstimate.tsx';
import { RenewalNote } from './RenewalNote.tsx';
import styles from './PlanPanel.module.css';

interface UpgradeDetailsProps {
  preview: PreviewState;
  summary: ChargeSummary | null;
  from: PlanId;
  target: PlanId;
}

/** What is gained or lost, what it costs today, and what a month will cost. */
export function UpgradeDetails({ preview, summary, from, target }: UpgradeDetailsProps) {
  const [plan, current] = [planOf(target).name, planOf(from).name];
  return (
    <>
      <FeatureList title={`What you gain with ${plan}`} features={gained(from, target)} />
      <FeatureList title="Features you'll lose" features={lost(from, target)} />
      {preview.kind === 'loading' && <LoadingSheet lines={5} size="row" />}
      {preview.kind === 'refused' && (
        <Notice variant="negative" title={texts.previewFailed}>
          {preview.message}
        </Notice>
      )}
      {preview.kind === 'failed' && <ReadFailure subject="price" title={texts.previewFailed} failed={preview} />}
      {preview.kind === 'ready' && (
        <>
          <ProjectNotices preview={preview.preview} target={target} />
          {summary && <ChargeTable summary={summary} plan={plan} currentPlan={current} />}
          {preview.preview.effective_at != null && (
            <p>{`The change takes effect on ${formatDate(preview.preview.effective_at)}. Nothing is charged today.`}</p>
          )}
          <RenewalNote renewal={preview.renewal} />
          {preview.preview.quote && (
            <p
              className={styles.help}
            >{`This price holds until ${formatDateTime(preview.preview.quote.expires_at)}. You are not charged more than this.`}</p>
          )}
          <MonthlyEstimate lines={preview.preview.breakdown} plan={plan} />
        </>
      )}
    </>
  );
}

const isUp = (from: PlanId, target: PlanId): boolean => featuresBeyond(target, from).length > featuresBeyond(from, target).length;
const gained = (from: PlanId, target: PlanId) => (isUp(from, target) ? featuresBeyond(target, from) : []);
const lost = (from: PlanId, target: PlanId) => (isUp(from, target) ? [] : featuresBeyond(from, target));

/** What the number of active projects means for the new plan: nothing to use it for, or one whose compute is covered. */
function ProjectNotices({ preview, target }: { preview: Preview; target: PlanId }) {
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
