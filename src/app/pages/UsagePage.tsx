import { useSearch } from 'wouter';
import { UsageOverview } from '#billing/usage/UsageOverview.tsx';
import { projectOf, useProjectName } from '#billing/usage/use-usage.ts';
import { RestrictionSlot } from '#billing/restriction-banner/RestrictionSlot.tsx';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { useOrganization, useSlug, useSubscription } from '#billing/shared/data/use-billing-data.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { DateText } from '#ui/DateText/DateText.tsx';
import { OrganizationBar } from '#app/frame/OrganizationBar.tsx';
import { PageHeading } from '#app/frame/PageHeading.tsx';
import { useTitle } from '#app/title.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import styles from './UsagePage.module.css';

/** What an organization, or one project of it, used in the running cycle. */
export function UsagePage() {
  const slug = useSlug();
  const { data, error } = useOrganization();
  if (error?.status === 404) return <NotFoundPage />;
  return <OrganizationUsage slug={slug} name={data?.name ?? slug} />;
}

function OrganizationUsage({ slug, name }: { slug: string; name: string }) {
  const project = projectOf(useSearch());
  const projectName = useProjectName(slug, project);
  useTitle([projectName === null ? 'Usage' : `Usage of ${projectName}`, name]);
  return (
    <div className={styles.root}>
      <OrganizationBar />
      <PageHeading above={name} part={project ?? ''}>
        {'Usage'}
        {projectName !== null && (
          <>
            {' of '}
            <bdi>{projectName}</bdi>
          </>
        )}
      </PageHeading>
      <RestrictionSlot />
      <div className={styles.about}>
        <Cycle />
        {projectName !== null && <OneProject slug={slug} name={projectName} />}
        <PageLink href={helpAddresses.billing(slug)}>Billing</PageLink>
      </div>
      <UsageOverview />
    </div>
  );
}

function Cycle() {
  const subscription = useSubscription();
  if (subscription.kind !== 'ready') return null;
  const { current_period_start: start, current_period_end: end } = subscription.data;
  return (
    <p>
      {'This billing cycle: '}
      <DateText seconds={start} />
      {' to '}
      <DateText seconds={end} />
    </p>
  );
}

function OneProject({ slug, name }: { slug: string; name: string }) {
  return (
    <p>
      {'Only '}
      <bdi>{name}</bdi>
      {'. '}
      <PageLink isInText href={helpAddresses.usage(slug)}>
        Show all projects
      </PageLink>
    </p>
  );
}
