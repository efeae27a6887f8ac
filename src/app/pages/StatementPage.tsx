import { useSearch } from 'wouter';
import type { Organization } from '#contract/types.ts';
import { PartnerInvoices } from '#billing/invoices/PartnerInvoices.tsx';
import { StatementOverview } from '#billing/statement/StatementOverview.tsx';
import { statementPeriodOf, wordsOfPeriod } from '#billing/statement/statement-view.ts';
import { isBillingOn, isSectionVisible } from '#billing/shared/page/sections.ts';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { useCapabilities, useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { managedBy } from '#lib/managed-by.ts';
import { statementTexts as texts } from '#lib/texts/statement.ts';
import { OrganizationBar, PageHeading } from '#app/frame/PageHeading.tsx';
import { useTitle } from '#app/title.ts';
import { BillingOffPage, NotFoundPage } from './NotFoundPage.tsx';
import styles from './PageColumn.module.css';

/** If the platform has no statements, shows NotFoundPage. */
export function StatementPage() {
  const slug = useSlug();
  const { data, error } = useOrganization();
  const capabilities = useCapabilities();
  if (error?.status === 404 || capabilities?.includes('statement') === false) return <NotFoundPage />;
  if (data && (!isBillingOn(data) || !isSectionVisible('invoices', data))) return <BillingOffPage slug={slug} />;
  return <OrganizationStatement slug={slug} organization={data} />;
}

interface OrganizationStatementProps {
  slug: string;
  organization: Organization | undefined;
}

function OrganizationStatement({ slug, organization }: OrganizationStatementProps) {
  const words = wordsOfPeriod(statementPeriodOf(useSearch()));
  const partner = organization ? managedBy(organization) : null;
  useTitle([texts.title, ...(words === null ? [] : [words]), organization?.name ?? slug]);
  return (
    <div className={styles.root}>
      <OrganizationBar />
      <PageHeading
        context={
          <>
            <p>{texts.about}</p>
            <p data-print="never">
              <PageLink href={`${helpAddresses.billing(slug)}#invoices`}>Back to past invoices</PageLink>
            </p>
          </>
        }
      >
        {texts.title}
      </PageHeading>
      {organization && partner ? <PartnerInvoices organization={organization} partner={partner} /> : <StatementOverview />}
    </div>
  );
}
