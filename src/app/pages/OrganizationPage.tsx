import type { CallResponse } from '#contract/types.ts';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { docsAddress, helpAddresses, supportAddress } from '#lib/addresses.ts';
import { computeSizeName } from '#lib/compute-size.ts';
import { projectStatusNames } from '#lib/project-status.ts';
import { frameTexts } from '#lib/texts/frame.ts';
import { uiTexts } from '#ui/texts.ts';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { EmptyState } from '#ui/EmptyState/EmptyState.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { OrganizationBar, PageHeading } from '#app/frame/PageHeading.tsx';
import { useTitle } from '#app/title.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import styles from './ListPage.module.css';
import columnStyles from './PageColumn.module.css';

export function OrganizationPage() {
  const slug = useSlug();
  const organization = useOrganization();
  if (organization.error?.status === 404) return <NotFoundPage />;
  return <OrganizationOverview slug={slug} name={organization.data?.name ?? slug} />;
}

function OrganizationOverview({ slug, name }: { slug: string; name: string }) {
  useTitle([name]);
  return (
    <div className={columnStyles.root}>
      <OrganizationBar />
      <PageHeading>{name}</PageHeading>
      <Projects slug={slug} />
      <SectionSheet id="members" title="Members">
        <p>
          {'The platform manages the members of this organization. To add, change or remove a member: '}
          <TextLink isInText href={supportAddress}>
            {uiTexts.support}
          </TextLink>
        </p>
      </SectionSheet>
    </div>
  );
}

const howToCreate = (
  <TextLink href={docsAddress} opensInNewTab>
    {frameTexts.createProject}
  </TextLink>
);

function Projects({ slug }: { slug: string }) {
  const query = useRead('listProjects', { params: { slug }, query: { limit: 100 } });
  const failed = failureOf(query);
  const count = query.data?.pagination.count;
  return (
    <SectionSheet
      id="projects"
      title="Projects"
      state={count === undefined ? undefined : frameTexts.projectCount(count)}
      isBusy={!query.data && !failed}
    >
      {failed && <ReadFailure subject="projects" title={frameTexts.projectsFailed} failed={failed} />}
      {!failed && !query.data && <LoadingSheet lines={4} />}
      {query.data?.projects.length === 0 && <EmptyState action={howToCreate}>No projects in this organization yet</EmptyState>}
      {query.data && query.data.projects.length > 0 && <ProjectList {...query.data} />}
    </SectionSheet>
  );
}

function ProjectList({ projects, pagination }: CallResponse<'listProjects'>) {
  return (
    <>
      <ul role="list" className={styles.rows}>
        {projects.map(({ ref, name, status, infra_compute_size: size }) => (
          <li key={ref} className={styles.item}>
            <PageLink href={helpAddresses.project(ref)}>{name}</PageLink>
            <span className={styles.about}>{`${computeSizeName(size)}, ${projectStatusNames[status]}`}</span>
          </li>
        ))}
      </ul>
      {pagination.count > projects.length && <p>{`Showing the first ${projects.length} of ${pagination.count} projects`}</p>}
    </>
  );
}
