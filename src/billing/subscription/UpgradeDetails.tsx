import type { PlanId } from '#contract/types.ts';
import { formatDate, formatDateTime } from '#lib/dates/format.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import type { ChargeSummary } from '#billing/shared/change-plan/charge-summary.ts';
import { ChargeTable } from '#billing/shared/change-plan/ChargeTable.tsx';
import { FeatureList } from '#billing/shared/change-plan/FeatureList.tsx';
import { MonthlyEstimate } from '#billing/shared/change-plan/MonthlyEstimate.tsx';
import { featuresBeyond, planOf } from '#billing/shared/change-plan/plan-metadata.ts';
import { RenewalNote } from '#billing/shared/change-plan/RenewalNote.tsx';
import type { PreviewState } from '#billing/shared/change-plan/use-preview.ts';
import { ReadFailure } from '#billing/shared/ReadFailure.tsx';
import { ProjectNotices } from './ProjectNotices.tsx';
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
            >{`This price holds until ${formatDateTime(preview.preview.quote.expires_at)}. It is what will be charged.`}</p>
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
