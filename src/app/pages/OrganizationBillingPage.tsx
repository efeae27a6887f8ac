import { BillingPage } from '#billing/BillingPage.tsx';
import { panelTitle } from '#billing/shared/page/panel.ts';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { isBillingOn } from '#billing/shared/page/sections.ts';
import { useCapabilities, useIsAllowed, useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { usePanel } from '#billing/shared/page/use-panel.ts';
import { subscriptionsRead } from '#contract/permissions.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { pageTexts } from '#lib/texts/page.ts';
import { PageHeading } from '#app/frame/PageHeading.tsx';
import { OrganizationBar } from '#app/frame/OrganizationBar.tsx';
import { useTitle } from '#app/title.ts';
import { BillingOffPage, NotFoundPage } from './NotFoundPage.tsx';
import styles from './OrganizationBillingPage.module.css';

/** The billing page within the organization's layout. Sections speak for themselves if the organization can't be read. */
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
      <PageHeading above={name}>Billing</PageHeading>
      <ActivityLink />
      <BillingPage />
    </div>
  );
}

/** The way to what happened, for those who may read it. */
function ActivityLink() {
  const slug = useSlug();
  const mayRead = useIsAllowed(subscriptionsRead);
  if (!useCapabilities()?.includes('activity') || mayRead !== true) return null;
  return (
    <p>
      <PageLink href={helpAddresses.activity(slug)}>{pageTexts.activity}</PageLink>
    </p>
  );
}

/** Apart, so that opening a panel draws nothing of the page again. */
function Title({ name }: { name: string }) {
  const panel = usePanel();
  useTitle([...(panel ? [panelTitle(panel, name)] : []), 'Billing', name]);
  return null;
}
