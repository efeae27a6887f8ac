import { useSearch } from 'wouter';
import { ActivityOverview } from '#billing/activity/ActivityOverview.tsx';
import { activityViewOf } from '#billing/activity/activity-view.ts';
import { isBillingOn } from '#billing/shared/page/sections.ts';
import { useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { activityTexts } from '#lib/texts/activity.ts';
import { OrganizationBar, PageHeading } from '#app/frame/PageHeading.tsx';
import { useTitle } from '#app/title.ts';
import { BillingOffPage, NotFoundPage } from './NotFoundPage.tsx';
import styles from './PageColumn.module.css';

export function ActivityPage() {
  const slug = useSlug();
  const { data, error } = useOrganization();
  if (error?.status === 404) return <NotFoundPage />;
  if (data && !isBillingOn(data)) return <BillingOffPage slug={slug} />;
  return <OrganizationActivity name={data?.name ?? slug} />;
}

function OrganizationActivity({ name }: { name: string }) {
  const { cursor } = activityViewOf(useSearch());
  useTitle([cursor === null ? activityTexts.title : `Older ${activityTexts.title.toLowerCase()}`, name]);
  return (
    <div className={styles.root}>
      <OrganizationBar />
      <PageHeading part={cursor ?? ''} context={<p>{activityTexts.kept}</p>}>
        {activityTexts.title}
      </PageHeading>
      <ActivityOverview />
    </div>
  );
}
