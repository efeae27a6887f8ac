import { useParams, useSearch } from 'wouter';
import type { Organization } from '#contract/types.ts';
import { InvoiceSheets } from '#billing/invoices/InvoiceSheets.tsx';
import { PartnerInvoices } from '#billing/invoices/PartnerInvoices.tsx';
import { invoiceWords } from '#billing/invoices/invoice-view.ts';
import { useInvoice } from '#billing/invoices/use-invoice.ts';
import { OpenPartButton } from '#billing/shared/page/OpenPartButton.tsx';
import { onDemand } from '#billing/shared/page/on-demand.tsx';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { isBillingOn, isSectionVisible } from '#billing/shared/page/sections.ts';
import { useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { managedBy } from '#lib/managed-by.ts';
import { OrganizationBar, PageHeading } from '#app/frame/PageHeading.tsx';
import { useTitle } from '#app/title.ts';
import styles from './PageColumn.module.css';
import { BillingOffPage, NotFoundPage } from './NotFoundPage.tsx';

const comparison = onDemand<{ invoiceId: string }>(
  async () => (await import('#billing/shared/comparison/Comparison.tsx')).InvoiceComparison,
);

/** Invoices of other organizations look like missing invoices. */
export function InvoicePage() {
  const slug = useSlug();
  const { invoiceId } = useParams<{ invoiceId: string }>();
  const { data: organization, error } = useOrganization();
  const invoice = useInvoice(invoiceId);
  if (error?.status === 404 || invoice.isMissing) return <NotFoundPage />;
  if (organization && (!isBillingOn(organization) || !isSectionVisible('invoices', organization))) return <BillingOffPage slug={slug} />;
  return <InvoiceOfOrganization slug={slug} organization={organization} invoice={invoice} />;
}

interface InvoiceOfOrganizationProps {
  slug: string;
  organization: Organization | undefined;
  invoice: ReturnType<typeof useInvoice>;
}

function InvoiceOfOrganization({ slug, organization, invoice }: InvoiceOfOrganizationProps) {
  // URL parameters for the link back to the list, so that the list keeps its page and filters.
  const list = invoiceWords(useSearch());
  const name = organization?.name ?? slug;
  const partner = organization ? managedBy(organization) : null;
  const title = invoice.invoice.kind === 'ready' ? `Invoice ${invoice.invoice.data.number}` : 'Invoice';
  useTitle([title, name]);
  return (
    <div className={styles.root}>
      <OrganizationBar />
      <PageHeading
        isReady={invoice.invoice.kind !== 'loading'}
        context={
          <p data-print="never">
            <PageLink href={`${helpAddresses.billing(slug)}${list}#invoices`}>Back to past invoices</PageLink>
          </p>
        }
      >
        {title}
      </PageHeading>
      {organization && partner ? <PartnerInvoices organization={organization} partner={partner} /> : <InvoiceSheets invoice={invoice} />}
      {!partner && invoice.invoice.kind === 'ready' && (
        <div>
          <OpenPartButton
            key={invoice.invoice.data.id}
            id="compare-invoice"
            title={invoicesTexts.compareBefore}
            needs="budgets"
            part={comparison}
            props={{ invoiceId: invoice.invoice.data.id }}
          />
        </div>
      )}
    </div>
  );
}
