import type { UpcomingInvoice } from '#contract/types.ts';
import { formatDate } from '#lib/dates/format.ts';
import { managedBy } from '#lib/managed-by.ts';
import { upcomingInvoiceTexts as texts } from '#lib/texts/upcoming-invoice.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { Alive } from '#billing/shared/Alive.tsx';
import { NoPermission } from '#billing/shared/NoPermission.tsx';
import { ReadFailure } from '#billing/shared/ReadFailure.tsx';
import { sectionTitles } from '#billing/shared/sections.ts';
import { useOrganization } from '#billing/shared/use-organization.ts';
import { Costs } from './Costs.tsx';
import { CycleSummary } from './CycleSummary.tsx';
import { Footnotes } from './Footnotes.tsx';
import { useUpcomingInvoice } from './use-upcoming-invoice.ts';

/** What this cycle costs so far and will cost, line by line with its working. */
export function UpcomingInvoiceSection() {
  const state = useUpcomingInvoice();
  const organization = useOrganization().data;
  // The cloud provider bills fee and usage on days of their own: no day is that of the whole.
  const isTwoInvoices = organization !== undefined && managedBy(organization) === 'aws_marketplace';
  return (
    <SectionSheet
      id="breakdown"
      title={sectionTitles.breakdown}
      state={state.kind === 'ready' ? dueWords(isTwoInvoices, state.data) : undefined}
      isBusy={state.kind === 'loading'}
    >
      {state.kind === 'loading' && <LoadingSheet lines={20} />}
      {state.kind === 'denied' && <NoPermission anchor="breakdown">{texts.noRead}</NoPermission>}
      {state.kind === 'failed' && <ReadFailure subject="upcoming invoice" title={texts.failed} failed={state} />}
      {state.kind === 'ready' && (
        <>
          <CycleSummary invoice={state.data} isTwoInvoices={isTwoInvoices} />
          <Costs invoice={state.data} />
          <Footnotes invoice={state.data} />
        </>
      )}
      <Alive boundary="breakdown" />
    </SectionSheet>
  );
}

const dueWords = (isTwoInvoices: boolean, { billing_cycle_end: end }: UpcomingInvoice): string =>
  isTwoInvoices ? 'Two invoices a month' : `Due on ${formatDate(end)}`;
