import { useParams } from 'wouter';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { failureOf, type FailedState } from '#billing/shared/data/section-state.ts';
import type { Project } from '#contract/types.ts';
import { computeSizeName } from '#lib/compute-size.ts';
import { projectStatusNames } from '#lib/project-status.ts';
import { frameTexts } from '#lib/texts/frame.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { PageHeading } from '#app/frame/PageHeading.tsx';
import { useTitle } from '#app/title.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import styles from './ListPage.module.css';
import columnStyles from './PageColumn.module.css';

export function ProjectPage() {
  const { ref } = useParams<{ ref: string }>();
  const query = useRead('getProject', { params: { ref } });
  // The platform returns 400 for a malformed project reference. The page treats this like a missing project.
  if (query.error?.status === 404 || query.error?.status === 400) return <NotFoundPage />;
  return <ProjectOverview project={query.data} failed={failureOf(query)} />;
}

function ProjectOverview({ project, failed }: { project: Project | undefined; failed: FailedState | null }) {
  const name = project?.name ?? 'Project';
  const { data: organization } = useRead('getOrganization', { params: { slug: project?.organization_slug ?? '' } }, project !== undefined);
  useTitle([name]);
  return (
    <div className={columnStyles.root}>
      <PageHeading context={organization && <p>{frameTexts.projectOf(organization.name)}</p>}>{name}</PageHeading>
      {failed && <ReadFailure subject="project" title={frameTexts.projectFailed} failed={failed} />}
      {!project && !failed && <LoadingSheet lines={4} />}
      {project && <ProjectFacts project={project} />}
    </div>
  );
}

function ProjectFacts({ project }: { project: Project }) {
  const facts = [
    ['Status', projectStatusNames[project.status]],
    ['Compute size', computeSizeName(project.infra_compute_size)],
    ['Reference', project.ref],
  ];
  return (
    <SectionSheet id="facts" title="About this project">
      <dl className={styles.facts}>
        {facts.map(([term, value]) => (
          <div key={term} className={styles.fact}>
            <dt className={styles.term}>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </SectionSheet>
  );
}
