import { useCallback, useMemo, useState } from 'react';
import type { UpcomingInvoice } from '#contract/types.ts';
import { ToggleButtonGroup } from '#ui/ToggleButtonGroup/ToggleButtonGroup.tsx';
import { upcomingInvoiceTexts as texts } from '#lib/texts/upcoming-invoice.ts';
import { OpenPartButton } from '#billing/shared/page/OpenPartButton.tsx';
import { OnDemand, onDemand } from '#billing/shared/page/on-demand.tsx';
import { readLines } from '#billing/shared/invoice-lines/lines.ts';
import { CostTable } from './CostTable.tsx';
import styles from './UpcomingInvoice.module.css';

const byProject = onDemand(async () => (await import('./ProjectTable.tsx')).ProjectTable);
const comparison = onDemand<object>(async () => (await import('#billing/shared/comparison/Comparison.tsx')).UpcomingComparison);
const priceTag = onDemand(async () => (await import('./price-tag/PriceTagTool.tsx')).PriceTagTool);

const views = [
  { id: 'lines', label: 'By item' },
  { id: 'projects', label: 'By project' },
] as const;

const noProps = {};

type View = (typeof views)[number]['id'];

/** The comparison with the last invoice is offered only if the organization has invoices. */
export function Costs({ invoice, hasInvoices }: { invoice: UpcomingInvoice; hasInvoices: boolean }) {
  const [view, setView] = useState<View>('lines');
  const lines = useMemo(() => readLines(invoice.lines), [invoice.lines]);
  const byItem = useMemo(() => <CostTable invoice={invoice} lines={lines} />, [invoice, lines]);
  const showLines = useCallback(() => setView('lines'), []);
  return (
    <div className={styles.costs}>
      <div className={styles.bar}>
        <ToggleButtonGroup label="Show costs" options={views} selectedKey={view} onSelectionChange={setView} />
        {hasInvoices && <OpenPartButton title="Compare with the last invoice" needs="budgets" part={comparison} props={noProps} />}
        <OpenPartButton id="price-tag" title={texts.priceTag} needs="price-tags" part={priceTag} props={noProps} />
      </div>
      {/* Both views stay mounted, so that opened rows stay open after a switch. */}
      <div hidden={view !== 'lines'}>{byItem}</div>
      <OnDemand part={byProject} isWanted={view === 'projects'} isPrepared onFailed={showLines} props={noProps} />
    </div>
  );
}
