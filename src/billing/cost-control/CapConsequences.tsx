import { planChangeTexts } from '#lib/texts/plan-change.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { ReadFailure } from '#billing/shared/ReadFailure.tsx';
import type { CapSetting } from './cap-cost.ts';
import { CapCostTable } from './CapCostTable.tsx';
import type { SpendCapChange } from './use-spend-cap-change.ts';
import styles from './SpendCapForm.module.css';

const warnings: Readonly<Record<CapSetting, string>> = {
  on: 'While the cap is on, projects that go past a quota may become unresponsive or read-only until the next billing cycle.',
  off: 'While the cap is off, there is no limit to what usage past the quotas can cost. Watch it on the usage page.',
};

/** What changes with the chosen setting, and what that costs. Nothing while the current one is chosen. */
export function CapConsequences({ change: { setting, preview, cost } }: { change: SpendCapChange }) {
  if (preview === null) return null;
  return (
    <section className={styles.cost} aria-busy={preview.kind === 'loading'}>
      <Notice variant="warning">{warnings[setting]}</Notice>
      <h3 className={styles.costTitle}>What this change costs</h3>
      {preview.kind === 'loading' && <LoadingSheet lines={2} />}
      {preview.kind === 'refused' && (
        <Notice variant="negative" title={planChangeTexts.previewFailed}>
          {preview.message}
        </Notice>
      )}
      {preview.kind === 'failed' && <ReadFailure subject="cost of the change" title={planChangeTexts.previewFailed} failed={preview} />}
      {cost && (
        <>
          <p>{cost.summary}</p>
          {cost.bill && <CapCostTable bill={cost.bill} />}
          <p className={styles.about}>The change takes effect at once. Your plan fee and billing cycle stay as they are.</p>
        </>
      )}
    </section>
  );
}
