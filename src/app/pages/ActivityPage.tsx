import { useSearch } from 'wouter';
import { ActivityOverview } from '#billing/activity/ActivityOverview.tsx';
import { activityViewOf } from '#billing/activity/activity-view.ts';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { isBillingOn } from '#billing/shared/page/sections.ts';
import { useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { pageTexts } from '#lib/texts/page.ts';
import { OrganizationBar } from '#app/frame/OrganizationBar.tsx';
import { PageHeading } from '#app/frame/PageHeading.tsx';
import { useTitle } from '#app/title.ts';
import { BillingOffPage, NotFoundPage } from './NotFoundPage.tsx';
import styles from './UsagePage.module.css';

/** What happened to an organization's billing: who changed what, and the mails about it. */
export function ActivityPage() {
  const slug = useSlug();
  const { data, error } = useOrganization();
  if (error?.status === 404) return <NotFoundPage />;
  if (data && !isBillingOn(data)) return <BillingOffPage slug={slug} />;
  return <OrganizationActivity slug={slug} name={data?.name ?? slug} />;
}

function OrganizationActivity({ slug, name }: { slug: string; name: string }) {
  const { cursor } = activityViewOf(useSearch());
  useTitle([cursor === null ? pageTexts.activity : `Older ${pageTexts.activity.toLowerCase()}`, name]);
  return (
    <div className={styles.root}>
      <OrganizationBar />
      <PageHeading above={name} part={cursor ?? ''}>
        {pageTexts.activity}
      </PageHeading>
      <p>
        <PageLink href={helpAddresses.billing(slug)}>Billing</PageLink>
      </p>
      <ActivityOverview />
    </div>
  );
}
