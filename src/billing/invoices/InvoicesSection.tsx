import { invoicesTexts as texts } from '#lib/texts/invoices.ts';
import { managedBy } from '#lib/managed-by.ts';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { NoPermission } from '#billing/shared/who-can/NoPermission.tsx';
import { sectionTitles } from '#billing/shared/page/sections.ts';
import { useOrganization } from '#billing/shared/data/use-billing-data.ts';
import { foundWords } from './invoice-view.ts';
import { InvoiceList } from './InvoiceList.tsx';
import { InvoiceTools, PayAllSlot, ReturnedPayment } from './InvoiceTools.tsx';
import { isFiltered } from './invoice-view.ts';
import { PartnerInvoices } from './PartnerInvoices.tsx';
import { useInvoices, type Invoices } from './use-invoices.ts';

export function InvoicesSection() {
  const invoices = useInvoices();
  const organization = useOrganization().data;
  const partner = organization ? managedBy(organization) : null;
  const isLoading = !partner && (invoices.list.kind === 'loading' || invoices.count.kind === 'loading');
  return (
    <SectionSheet id="invoices" title={sectionTitles.invoices} state={stateLine(invoices)} isBusy={isLoading}>
      {organization && partner ? (
        <PartnerInvoices organization={organization} partner={partner} />
      ) : invoices.list.kind === 'denied' ? (
        <NoPermission anchor="invoices">{texts.noRead}</NoPermission>
      ) : (
        <>
          <InvoiceTools invoices={invoices} />
          <ReturnedPayment />
          <PayAllSlot />
          <InvoiceList invoices={invoices} />
        </>
      )}
      <HydrationMarker boundary="invoices" />
    </SectionSheet>
  );
}

const stateLine = ({ count, view }: Invoices): string | undefined =>
  count.kind === 'ready' ? foundWords(count.data, isFiltered(view)) : undefined;
