import { invoicesTexts } from '#lib/texts/invoices.ts';
import { planChangeTexts } from '#lib/texts/plan-change.ts';
import { owedFromBefore } from '#lib/charge.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { MoneyRow, MoneyTable } from '#billing/shared/invoice-lines/MoneyTable.tsx';
import type { CapSetting, CapCost } from './cap-cost.ts';
import type { SpendCapChange } from './use-spend-cap-change.ts';
import styles from './CapAndStop.module.css';

const warnings: Readonly<Record<CapSetting, string>> = {
  on: 'While the cap is on, projects over a quota may stop responding or become read-only. This ends with the next billing cycle.',
  off: 'While the cap is off, there is no limit to what overage can cost. Watch it on the usage page.',
};

export function CapConsequences({ change: { setting, preview, cost } }: { change: SpendCapChange }) {
  if (preview === null) return null;
  return (
    <section className={styles.cost} aria-busy={preview.kind === 'loading'}>
      <Notice variant="warning">{warnings[setting]}</Notice>
      <h3 className={styles.costTitle}>Cost of this change</h3>
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
          <p className={styles.about}>The change takes effect immediately. Your plan fee and billing cycle stay as they are.</p>
        </>
      )}
    </section>
  );
}

function CapCostTable({ bill: { usageCents, balanceCents, carriedCents, dueCents } }: { bill: NonNullable<CapCost['bill']> }) {
  return (
    <MoneyTable caption="Overage so far">
      <MoneyRow title="Overage so far" cents={usageCents} />
      {balanceCents !== 0 && <MoneyRow title={balanceCents < 0 ? 'Credits' : owedFromBefore} cents={balanceCents} />}
      {carriedCents > 0 && <MoneyRow title={invoicesTexts.carried} cents={0 - carriedCents} />}
      <MoneyRow title="Due today" cents={dueCents} isTotal />
    </MoneyTable>
  );
}
