import { isBillingOn } from '#billing/shared/page/sections.ts';
import { ProposalsOverview } from '#billing/proposals/ProposalsOverview.tsx';
import { useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { proposalsTexts } from '#lib/texts/proposals.ts';
import { OrganizationBar, PageHeading } from '#app/frame/PageHeading.tsx';
import { useTitle } from '#app/title.ts';
import { BillingOffPage, NotFoundPage } from './NotFoundPage.tsx';
import styles from './PageColumn.module.css';

export function ProposalsPage() {
  const slug = useSlug();
  const { data, error } = useOrganization();
  if (error?.status === 404) return <NotFoundPage />;
  if (data && !isBillingOn(data)) return <BillingOffPage slug={slug} />;
  return <OrganizationProposals name={data?.name ?? slug} />;
}

function OrganizationProposals({ name }: { name: string }) {
  useTitle([proposalsTexts.title, name]);
  return (
    <div className={styles.root}>
      <OrganizationBar />
      <PageHeading context={<p>{proposalsTexts.about}</p>}>{proposalsTexts.title}</PageHeading>
      <ProposalsOverview />
    </div>
  );
}
