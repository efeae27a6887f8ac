import { Suspense } from 'react';
import type { UpcomingInvoice } from '#contract/types.ts';
import { unbrokenDate } from '#lib/dates/format.ts';
import { upcomingInvoiceTexts as texts } from '#lib/texts/upcoming-invoice.ts';
import { helpAddresses, docAddresses } from '#lib/addresses.ts';
import { formatCents } from '#lib/money.ts';
import { Icon } from '#ui/Icon/Icon.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { readLines } from '#billing/shared/invoice-lines/lines.ts';
import { useKeepsInvoices } from '#billing/shared/data/use-keeps-invoices.ts';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { lazyPart } from '#billing/shared/page/lazy-part.tsx';
import { SectionSkeleton } from '#billing/shared/page/SectionSkeleton.tsx';
import { NoPermission } from '#billing/shared/who-can/NoPermission.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { sectionTitles } from '#billing/shared/page/sections.ts';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useTwoInvoices, useUpcomingInvoice } from '#billing/shared/data/use-upcoming-invoice.ts';
import { Costs } from './Costs.tsx';
import { CycleSummary } from './CycleSummary.tsx';
import styles from './UpcomingInvoice.module.css';

const HeldUsage = lazyPart(async () => (await import('./HeldUsage.tsx')).HeldUsage);

export function UpcomingInvoiceSection() {
  const state = useUpcomingInvoice();
  const isTwoInvoices = useTwoInvoices();
  const keepsInvoices = useKeepsInvoices();
  return (
    <SectionSheet
      id="breakdown"
      title={sectionTitles.breakdown}
      state={
        state.kind === 'ready'
          ? isTwoInvoices
            ? 'Two invoices a month'
            : `Due on ${unbrokenDate(state.data.billing_cycle_end)}`
          : undefined
      }
      isBusy={state.kind === 'loading'}
    >
      {state.kind === 'loading' && <SectionSkeleton of="breakdown" />}
      {state.kind === 'denied' && <NoPermission anchor="breakdown">{texts.noRead}</NoPermission>}
      {state.kind === 'failed' && <ReadFailure subject="upcoming invoice" title={texts.failed} failed={state} />}
      {state.kind === 'ready' && (
        <>
          <CycleSummary invoice={state.data} />
          {state.data.held_usage && (
            <Suspense>
              <HeldUsage />
            </Suspense>
          )}
          <Costs invoice={state.data} hasInvoices={keepsInvoices} />
          <Footnotes invoice={state.data} />
        </>
      )}
      <HydrationMarker boundary="breakdown" />
    </SectionSheet>
  );
}

function Footnotes({ invoice: { customer_balance: balance, lines } }: { invoice: UpcomingInvoice }) {
  const slug = useSlug();
  const hasGp3 = readLines(lines).some(({ metric }) => metric?.endsWith('_GP3'));
  return (
    <div className={styles.footnotes}>
      <p>
        <span>{texts.upToAnHour}</span>{' '}
        <PageLink isInText href={helpAddresses.usage(slug)}>
          Usage in detail
        </PageLink>
      </p>
      {/* This element is native, because it is in the first view and must work before scripts run. */}
      <details>
        <summary className={styles.summary}>
          <Icon name="chevronDown" />
          {texts.aboutCosts}
        </summary>
        <p>
          <span>{texts.unpredictable}</span>
          {hasGp3 && <span>{` ${texts.gp3Meaning}`}</span>}{' '}
          <TextLink isInText href={docAddresses.upcomingInvoice} opensInNewTab>
            How your invoice is made up
          </TextLink>
        </p>
      </details>
      {balance > 0 && <p>{`Your credit balance of ${formatCents(balance)} is used before anything is charged.`}</p>}
      {balance < 0 && <p>{`The amount of ${formatCents(-balance)} that you owe is added to this invoice.`}</p>}
    </div>
  );
}
