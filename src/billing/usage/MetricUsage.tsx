import { useState } from 'react';
import type { UsageRecord } from '#contract/types.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { isAverage, metricMeaning } from '#lib/metric-meanings.ts';
import { formatDollars } from '#lib/money.ts';
import { formatNumber } from '#lib/number-text.ts';
import { Badge } from '#ui/Badge/Badge.tsx';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { QuotaMeter } from '#ui/QuotaMeter/QuotaMeter.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden/VisuallyHidden.tsx';
import { formatPricedQuantity } from '#lib/quantities.ts';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useSearchPart } from '#billing/shared/page/use-panel.ts';
import { MetricDetails } from './MetricDetails.tsx';
import { metricName } from './metric-names.ts';
import { cycleOf } from './usage-cycles.ts';
import { usageLevel, type UsageLevel } from './usage-level.ts';
import styles from './Usage.module.css';

export function MetricUsage({ record }: { record: UsageRecord }) {
  const [isOpen, setIsOpen] = useState(false);
  const { metric, usage, pricing_free_units: included = 0, unit_price_desc: price } = record;
  const level = usageLevel(record);
  const name = metricName(metric);
  const isSoFar = useSearchPart(cycleOf) === null && isAverage(metric);
  const words = usageWords(record, level, isSoFar);
  const meaning = metricMeaning(metric);
  const isCompact = level === 'unlimited' || level === 'metered';
  const cost = costOf(record, level);
  return (
    <div className={styles.metric} data-compact={isCompact || undefined}>
      <div className={styles.heading}>
        <h3 id={metric} className={styles.name}>
          {name}
        </h3>
        <LevelBadge level={level} isCapped={record.capped} />
      </div>
      {isCompact ? (
        <p className={styles.words}>
          <span>{words}</span>{' '}
          {cost !== null && (
            <span className={styles.cost}>
              {cost}
              <VisuallyHidden> in this cycle</VisuallyHidden>
            </span>
          )}
        </p>
      ) : (
        <QuotaMeter value={usage} quota={included} aside={cost === null ? undefined : `${cost} in this cycle`}>
          {words}
        </QuotaMeter>
      )}
      {(meaning !== null || isSoFar || price !== '') && (
        <p className={styles.notes}>
          {meaning !== null && <span>{`${meaning} `}</span>}
          {isSoFar && <InvoiceLink />}
          {price !== '' && <span>{price}</span>}
        </p>
      )}
      {usage > 0 && (
        <div className={styles.more}>
          <Disclosure title="Day by day and by project" nameSuffix={`, ${name}`} isExpanded={isOpen} onExpandedChange={setIsOpen}>
            {isOpen && <MetricDetails record={record} />}
          </Disclosure>
        </div>
      )}
    </div>
  );
}

/** Links to the upcoming invoice. The average on the invoice covers the whole cycle, so it differs from the average so far. */
function InvoiceLink() {
  return (
    <>
      <PageLink isInText href={`${helpAddresses.billing(useSlug())}#breakdown`}>
        Average on the upcoming invoice
      </PageLink>
      {'. '}
    </>
  );
}

function LevelBadge({ level, isCapped }: { level: UsageLevel; isCapped: boolean }) {
  if (level === 'approaching') return <Badge variant="warning">Near quota</Badge>;
  if (level !== 'over') return null;
  return isCapped ? <Badge variant="negative">Over the quota</Badge> : <Badge variant="warning">Over the quota, charged</Badge>;
}

function usageWords({ metric, usage, pricing_free_units: included = 0 }: UsageRecord, level: UsageLevel, isSoFar: boolean): string {
  const used = `${formatPricedQuantity(metric, usage)} used${isSoFar ? ' on average so far' : ''}`;
  if (level === 'unlimited') return `${used}, unlimited in your plan`;
  if (level === 'metered') return used;
  return `${used} of ${formatPricedQuantity(metric, included)} included (${formatNumber((usage / included) * 100, 0)}%)`;
}

/** Formats the cost; null if the member can't read billing. A cost of 0 is also null, unless the usage over the quota is charged. */
function costOf({ cost, capped: isCapped }: UsageRecord, level: UsageLevel): string | null {
  if (cost === undefined || (cost === 0 && (level !== 'over' || isCapped))) return null;
  return formatDollars(cost);
}
