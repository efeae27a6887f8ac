import { BudgetsOverview } from '#billing/budgets/BudgetsOverview.tsx';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { OrganizationBar } from '#app/frame/OrganizationBar.tsx';
import { PageHeading } from '#app/frame/PageHeading.tsx';
import { useTitle } from '#app/title.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import styles from './UsagePage.module.css';

/** What an organization means to spend, and where its charges stop. */
export function BudgetsPage() {
  const slug = useSlug();
  const { data, error } = useOrganization();
  if (error?.status === 404) return <NotFoundPage />;
  return <OrganizationBudgets slug={slug} name={data?.name ?? slug} />;
}

function OrganizationBudgets({ slug, name }: { slug: string; name: string }) {
  useTitle(['Budgets', name]);
  return (
    <div className={styles.root}>
      <OrganizationBar />
      <PageHeading above={name}>Budgets</PageHeading>
      <p>
        <PageLink href={helpAddresses.billing(slug)}>Billing</PageLink>
      </p>
      <BudgetsOverview />
    </div>
  );
}
