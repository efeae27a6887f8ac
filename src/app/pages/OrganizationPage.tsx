import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { docsAddress, helpAddresses, supportAddress } from '#lib/addresses.ts';
import { projectStatusNames } from '#lib/project-status.ts';
import { frameTexts } from '#lib/texts/frame.ts';
import { uiTexts } from '#ui/texts.ts';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { EmptyState } from '#ui/EmptyState/EmptyState.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { OrganizationBar, PageHeading } from '#app/frame/PageHeading.tsx';
import { useTitle } from '#app/title.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import styles from './ListPage.module.css';
import columnStyles from './PageColumn.module.css';
import listStyles from './RowList.module.css';

export function OrganizationPage() {
  const slug = useSlug();
  const organization = useOrganization();
  if (organization.error?.status === 404) return <NotFoundPage />;
  return <OrganizationOverview slug={slug} name={organization.data?.name ?? slug} plan={organization.data?.plan.name} />;
}

function OrganizationOverview({ slug, name, plan }: { slug: string; name: string; plan: string | undefined }) {
  useTitle([name]);
  return (
    <div className={columnStyles.root}>
      <OrganizationBar />
      <PageHeading context={plan && <p>{`${plan} Plan`}</p>}>{name}</PageHeading>
      <section aria-labelledby="projects" className={columnStyles.root}>
        <h2 id="projects" className={styles.subheading}>
          Projects
        </h2>
        <Projects slug={slug} />
      </section>
      <section aria-labelledby="members" className={columnStyles.root}>
        <h2 id="members" className={styles.subheading}>
          Members
        </h2>
        <p>The platform manages the members of this organization. To add, change or remove a member, contact support.</p>
        <p>
          <TextLink href={supportAddress}>{uiTexts.support}</TextLink>
        </p>
      </section>
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
  if (failed) return <ReadFailure subject="projects" title={frameTexts.projectsFailed} failed={failed} />;
  if (!query.data) return <LoadingSheet lines={4} />;
  const { projects, pagination } = query.data;
  if (projects.length === 0) return <EmptyState action={howToCreate}>No projects in this organization yet</EmptyState>;
  return (
    <>
      <ul className={listStyles.list}>
        {projects.map((project) => (
          <li key={project.ref} className={styles.item}>
            <PageLink href={helpAddresses.project(project.ref)}>{project.name}</PageLink>
            <span className={styles.about}>{projectStatusNames[project.status]}</span>
          </li>
        ))}
      </ul>
      {pagination.count > projects.length && <p>{`Showing the first ${projects.length} of ${pagination.count} projects`}</p>}
    </>
  );
}
