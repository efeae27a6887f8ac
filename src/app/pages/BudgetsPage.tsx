import { BudgetsOverview } from '#billing/budgets/BudgetsOverview.tsx';
import { useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { CycleLine, OrganizationBar, PageHeading } from '#app/frame/PageHeading.tsx';
import { useTitle } from '#app/title.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import styles from './PageColumn.module.css';

export function BudgetsPage() {
  const slug = useSlug();
  const { data, error } = useOrganization();
  if (error?.status === 404) return <NotFoundPage />;
  return <OrganizationBudgets name={data?.name ?? slug} />;
}

function OrganizationBudgets({ name }: { name: string }) {
  useTitle(['Budgets', name]);
  return (
    <div className={styles.root}>
      <OrganizationBar />
      <PageHeading context={<CycleLine />}>Budgets</PageHeading>
      <BudgetsOverview />
    </div>
  );
}
