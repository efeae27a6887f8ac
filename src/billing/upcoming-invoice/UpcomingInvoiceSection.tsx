import { unbrokenDate } from '#lib/dates/format.ts';
import { upcomingInvoiceTexts as texts } from '#lib/texts/upcoming-invoice.ts';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { Alive } from '#billing/shared/Alive.tsx';
import { ComingLines } from '#billing/shared/ComingLines.tsx';
import { NoPermission } from '#billing/shared/NoPermission.tsx';
import { ReadFailure } from '#billing/shared/ReadFailure.tsx';
import { sectionTitles } from '#billing/shared/sections.ts';
import { Costs } from './Costs.tsx';
import { CycleSummary } from './CycleSummary.tsx';
import { Footnotes } from './Footnotes.tsx';
import { useTwoInvoices } from './use-two-invoices.ts';
import { useUpcomingInvoice } from './use-upcoming-invoice.ts';

/** What this cycle costs so far and will cost, line by line with its working. */
export function UpcomingInvoiceSection() {
  const state = useUpcomingInvoice();
  const isTwoInvoices = useTwoInvoices();
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
      {state.kind === 'loading' && <ComingLines of="breakdown" />}
      {state.kind === 'denied' && <NoPermission anchor="breakdown">{texts.noRead}</NoPermission>}
      {state.kind === 'failed' && <ReadFailure subject="upcoming invoice" title={texts.failed} failed={state} />}
      {state.kind === 'ready' && (
        <>
          <CycleSummary invoice={state.data} />
          <Costs invoice={state.data} />
          <Footnotes invoice={state.data} />
        </>
      )}
      <Alive boundary="breakdown" />
    </SectionSheet>
  );
}
