import { useSearch } from 'wouter';
import { EarlierCycles, UsageOverview } from '#billing/usage/UsageOverview.tsx';
import { boundsOf, cycleOf, usageAddress } from '#billing/usage/usage-cycles.ts';
import { projectOf, useProjectName } from '#billing/usage/use-usage.ts';
import { RestrictionSlot } from '#billing/restriction-banner/RestrictionSlot.tsx';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { formatDays } from '#lib/dates/format.ts';
import { DateText } from '#ui/DateText/DateText.tsx';
import { CycleLine, OrganizationBar, PageHeading } from '#app/frame/PageHeading.tsx';
import { useTitle } from '#app/title.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import styles from './PageColumn.module.css';

const seconds = (instant: string): number => Date.parse(instant) / 1000;

export function UsagePage() {
  const slug = useSlug();
  const { data, error } = useOrganization();
  if (error?.status === 404) return <NotFoundPage />;
  return <OrganizationUsage slug={slug} name={data?.name ?? slug} />;
}

function OrganizationUsage({ slug, name }: { slug: string; name: string }) {
  const search = useSearch();
  const [project, cycle] = [projectOf(search), cycleOf(search)];
  const bounds = boundsOf(cycle);
  const projectName = useProjectName(slug, project);
  const days = bounds ? [formatDays(seconds(bounds.start), seconds(bounds.end))] : [];
  useTitle([projectName === null ? 'Usage' : `Usage of ${projectName}`, ...days, name]);
  return (
    <div className={styles.root}>
      <OrganizationBar />
      <PageHeading
        part={`${project ?? ''} ${cycle ?? ''}`}
        context={
          <>
            {bounds ? <ChosenCycle slug={slug} project={project} bounds={bounds} /> : <CycleLine />}
            {projectName !== null && <OneProject address={usageAddress(slug, { cycle })} name={projectName} />}
            <EarlierCycles />
          </>
        }
      >
        {'Usage'}
        {projectName !== null && (
          <>
            {' of '}
            <bdi>{projectName}</bdi>
          </>
        )}
      </PageHeading>
      <RestrictionSlot />
      <UsageOverview />
    </div>
  );
}

interface ChosenCycleProps {
  slug: string;
  project: string | null;
  bounds: { readonly start: string; readonly end: string };
}

function ChosenCycle({ slug, project, bounds: { start, end } }: ChosenCycleProps) {
  return (
    <p>
      {'Earlier cycle: '}
      <DateText seconds={seconds(start)} />
      {' to '}
      <DateText seconds={seconds(end)} />
      {'. '}
      <PageLink isInText href={usageAddress(slug, { project })}>
        Show the current cycle
      </PageLink>
    </p>
  );
}

function OneProject({ address, name }: { address: string; name: string }) {
  return (
    <p>
      {'Only '}
      <bdi>{name}</bdi>
      {'. '}
      <PageLink isInText href={address}>
        Show all projects
      </PageLink>
    </p>
  );
}
