import { subscriptionsRead } from '#contract/permissions.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useIsAllowed, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { type Budget, forecastWords } from './budget-messages.ts';
import { CycleChart, InvoicesChart } from './SpendChart.tsx';
import { cyclePoints } from './spend-series.ts';
import styles from './Budgets.module.css';

export function SpendOverview({ limit }: { limit: Budget | undefined }) {
  const slug = useSlug();
  const mayRead = useIsAllowed(subscriptionsRead);
  const query = useRead('getSpend', { params: { slug } }, mayRead === true);
  const failed = failureOf(query);
  return (
    <section aria-labelledby="spend" className={styles.root}>
      <h2 id="spend" className={styles.heading}>
        Spend
      </h2>
      {failed ? (
        <ReadFailure subject="spend" title="Failed to retrieve what is spent" failed={failed} />
      ) : query.data ? (
        <>
          <p>
            {`${forecastWords(query.data)} `}
            <PageLink isInText href={`${helpAddresses.billing(slug)}#breakdown`}>
              Projection of predictable costs only
            </PageLink>
          </p>
          <CycleChart points={cyclePoints(query.data)} limitCents={limit?.amount_cents} />
          {query.data.invoices.length > 0 && <InvoicesChart invoices={query.data.invoices} />}
        </>
      ) : (
        <LoadingSheet lines={6} />
      )}
    </section>
  );
}
