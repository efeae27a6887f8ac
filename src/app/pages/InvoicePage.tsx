import { useParams } from 'wouter';
import { InvoiceSheets } from '#billing/invoices/InvoiceSheets.tsx';
import { useInvoice } from '#billing/invoices/use-invoice.ts';
import { PageLink } from '#billing/shared/PageLink.tsx';
import { isBillingOn, isSectionVisible } from '#billing/shared/sections.ts';
import { useOrganization, useSlug } from '#billing/shared/use-organization.ts';
import { addresses } from '#lib/addresses.ts';
import { OrganizationBar } from '#app/frame/OrganizationBar.tsx';
import { PageHeading } from '#app/frame/PageHeading.tsx';
import { useTitle } from '#app/title.ts';
import styles from './InvoicePage.module.css';
import { BillingOffPage, NotFoundPage } from './NotFoundPage.tsx';

/** One invoice. One of another organization is as unknown as one that never was. */
export function InvoicePage() {
  const slug = useSlug();
  const { invoiceId } = useParams<{ invoiceId: string }>();
  const { data: organization, error } = useOrganization();
  const invoice = useInvoice(invoiceId);
  if (error?.status === 404 || invoice.isMissing) return <NotFoundPage />;
  if (organization && (!isBillingOn(organization) || !isSectionVisible('invoices', organization))) return <BillingOffPage slug={slug} />;
  return <InvoiceOfOrganization slug={slug} name={organization?.name ?? slug} invoice={invoice} />;
}

function InvoiceOfOrganization({ slug, name, invoice }: { slug: string; name: string; invoice: ReturnType<typeof useInvoice> }) {
  const title = invoice.invoice.kind === 'ready' ? `Invoice ${invoice.invoice.data.number}` : 'Invoice';
  useTitle([title, name]);
  return (
    <div className={styles.root}>
      <OrganizationBar />
      <PageHeading above={name}>{title}</PageHeading>
      <p data-print="never">
        <PageLink href={`${addresses.billing(slug)}#invoices`}>Back to past invoices</PageLink>
      </p>
      <InvoiceSheets invoice={invoice} />
    </div>
  );
}
