import { BillingPage } from '#billing/BillingPage.tsx';
import { panelTitle } from '#billing/shared/page/panel.ts';
import { isBillingOn } from '#billing/shared/page/sections.ts';
import { useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { usePanel } from '#billing/shared/page/use-panel.ts';
import { CycleLine, OrganizationBar, PageHeading } from '#app/frame/PageHeading.tsx';
import { useTitle } from '#app/title.ts';
import { BillingOffPage, NotFoundPage } from './NotFoundPage.tsx';
import styles from './OrganizationBillingPage.module.css';

/** If the organization can't be loaded, each section shows its own error. */
export function OrganizationBillingPage() {
  const slug = useSlug();
  const { data, error } = useOrganization();
  if (error?.status === 404) return <NotFoundPage />;
  if (data && !isBillingOn(data)) return <BillingOffPage slug={slug} />;
  return <OrganizationBilling name={data?.name ?? slug} />;
}

function OrganizationBilling({ name }: { name: string }) {
  return (
    <div className={styles.root}>
      <Title name={name} />
      <OrganizationBar />
      <PageHeading context={<CycleLine />}>Billing</PageHeading>
      <BillingPage />
    </div>
  );
}

/** This is a separate component, so that opening a panel does not render the whole page again. */
function Title({ name }: { name: string }) {
  const panel = usePanel();
  useTitle([...(panel ? [panelTitle(panel, name)] : []), 'Billing', name]);
  return null;
}
