import { subscriptionsRead } from '#contract/permissions.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { formatCents } from '#lib/money.ts';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useIsAllowed, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { type Budget, forecastBasis, forecastWords } from './budget-messages.ts';
import { CycleChart, InvoicesChart } from './SpendChart.tsx';
import type { Spend } from './spend-series.ts';

const useSpend = () => useRead('getSpend', { params: { slug: useSlug() } }, useIsAllowed(subscriptionsRead) === true);

function stateOf({ usage_cents: usage, fixed_cents: fixed }: Spend, budget: Budget | undefined): string {
  if (budget) return `${formatCents(budget.spent_cents)} of ${formatCents(budget.amount_cents)}`;
  return `${formatCents(usage + fixed)} so far`;
}

export function CycleSheet({ budget }: { budget: Budget | undefined }) {
  const slug = useSlug();
  const query = useSpend();
  const failed = failureOf(query);
  return (
    <SectionSheet
      id="spend"
      title="This cycle"
      state={query.data && !failed ? stateOf(query.data, budget) : undefined}
      isBusy={!query.data && !failed}
    >
      {failed ? (
        <ReadFailure subject="spend" title="Failed to retrieve spending" failed={failed} />
      ) : query.data ? (
        <>
          <p>
            {`${forecastWords(query.data)} `}
            <PageLink isInText href={`${helpAddresses.billing(slug)}#breakdown`}>
              Projection of predictable costs only
            </PageLink>
          </p>
          <Disclosure title="How the forecast is calculated">
            <p>{forecastBasis}</p>
          </Disclosure>
          <CycleChart spend={query.data} budget={budget} />
        </>
      ) : (
        <LoadingSheet lines={8} />
      )}
    </SectionSheet>
  );
}

export function InvoicesSheet() {
  const invoices = useSpend().data?.invoices ?? [];
  if (invoices.length === 0) return null;
  return (
    <SectionSheet
      id="spend-invoices"
      title="Last invoices"
      state={`${invoices.length === 1 ? '1 invoice' : `${invoices.length} invoices`}, before credits`}
    >
      <InvoicesChart invoices={invoices} />
    </SectionSheet>
  );
}
