import { subscriptionsRead } from '#contract/permissions.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useIsAllowed, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { type Budget, forecastWords } from './budget-words.ts';
import { type SpendPoint, SpendChart } from './SpendChart.tsx';
import styles from './Budgets.module.css';

/** What the last invoices and the days of the running cycle cost, and what is expected. */
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
          <p>{forecastWords(query.data)}</p>
          <Charts spend={query.data} limit={limit} />
        </>
      ) : (
        <LoadingSheet lines={6} />
      )}
    </section>
  );
}

type Spend = NonNullable<ReturnType<typeof useRead<'getSpend'>>['data']>;

/** What the cycle has cost by the end of each day, fees first. */
function runningTotals({ fixed_cents: fixedCents, days }: Spend): SpendPoint[] {
  let sum = fixedCents;
  const points: SpendPoint[] = [];
  for (const { at, amount_cents: cents } of days) {
    sum += cents;
    points.push({ seconds: at, cents: sum, isExpected: false });
  }
  return points;
}

function Charts({ spend, limit }: { spend: Spend; limit: Budget | undefined }) {
  const days = runningTotals(spend);
  const end: SpendPoint = { seconds: spend.cycle.end, cents: spend.forecast.expected_cents, isExpected: true };
  const invoices = spend.invoices.map(({ at, total_cents: cents }): SpendPoint => ({ seconds: at, cents, isExpected: false }));
  return (
    <>
      <SpendChart name="Next invoice, day by day" points={[...days, end]} limitCents={limit?.amount_cents} />
      {invoices.length > 0 && <SpendChart name="Last invoices" points={invoices} limitCents={undefined} />}
    </>
  );
}
