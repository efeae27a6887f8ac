import type { CallResponse, PlanId, Preview } from '#contract/types.ts';
import { formatDate, formatDateTime } from '#lib/dates/format.ts';
import { planNames } from '#lib/plan-names.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { priceWords, type ChargeSummary } from '#billing/shared/change-plan/charge-summary.ts';
import type { PreviewState } from '#billing/shared/change-plan/use-preview.ts';
import { useRead } from '#billing/shared/data/queries.ts';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { featuresBeyond, type PlanFeature, type PlanWords } from '#billing/shared/change-plan/plan-features.ts';
import changePlanStyles from '#billing/shared/change-plan/ChangePlan.module.css';
import { ChargeTable } from './ChargeTable.tsx';
import { MonthlyEstimate } from './MonthlyEstimate.tsx';
import { RenewalNote } from './RenewalNote.tsx';
import styles from './PlanPanel.module.css';

interface UpgradeDetailsProps {
  preview: PreviewState;
  summary: ChargeSummary | null;
  from: PlanId;
  target: PlanId;
}

export function UpgradeDetails({ preview, summary, from, target }: UpgradeDetailsProps) {
  const [plan, current] = [planNames[target], planNames[from]];
  const plans = useRead('listPlans', { params: { slug: useSlug() } }).data;
  const words = plans?.words ?? [];
  return (
    <>
      <FeatureList title={`What you gain with ${plan}`} features={gained(words, from, target)} />
      <FeatureList title="Features you'll lose" features={lost(words, from, target)} />
      {preview.kind === 'loading' && <LoadingSheet lines={5} size="row" />}
      {preview.kind === 'refused' && (
        <Notice variant="negative" title={texts.previewFailed}>
          {preview.message}
        </Notice>
      )}
      {preview.kind === 'failed' && <ReadFailure subject="price" title={texts.previewFailed} failed={preview} />}
      {preview.kind === 'ready' && (
        <>
          <ProjectNotices preview={preview.preview} target={target} compute={plans?.compute} />
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

type Words = readonly PlanWords[];
const isUp = (words: Words, from: PlanId, target: PlanId): boolean =>
  featuresBeyond(words, target, from).length > featuresBeyond(words, from, target).length;
const gained = (words: Words, from: PlanId, target: PlanId) => (isUp(words, from, target) ? featuresBeyond(words, target, from) : []);
const lost = (words: Words, from: PlanId, target: PlanId) => (isUp(words, from, target) ? [] : featuresBeyond(words, from, target));

function FeatureList({ title, features }: { title: string; features: readonly PlanFeature[] }) {
  if (features.length === 0) return null;
  return (
    <div className={changePlanStyles.block}>
      <h3 className={changePlanStyles.heading}>{title}</h3>
      <ul role="list" data-marked className={changePlanStyles.features}>
        {features.map(({ text, sub_text: small }) => (
          <li key={text}>
            {text}
            {small !== undefined && <span className={changePlanStyles.small}>{` (${small})`}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ProjectNoticesProps {
  preview: Preview;
  target: PlanId;
  compute: CallResponse<'listPlans'>['compute'];
}

function ProjectNotices({ preview, target, compute }: ProjectNoticesProps) {
  const active = preview.active_projects.length;
  if (active === 0 && preview.plan_change_type !== 'downgrade')
    return (
      <Notice variant="warning" title="This organization has no active projects">
        The plan is paid per organization. Check that you are upgrading the right one: other organizations and their projects are not part
        of it.
      </Notice>
    );
  if (active === 1 && target === 'pro' && compute)
    return (
      <Notice variant="info" title="Your project's compute is covered">
        {`The first project is covered by Compute Credits of ${priceWords(compute.credits)} per month. Each further project starts at ${priceWords(compute.further_project)} per month.`}
      </Notice>
    );
  return null;
}
