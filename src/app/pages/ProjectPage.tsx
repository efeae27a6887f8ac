import { useParams } from 'wouter';
import { PageLink } from '#billing/shared/PageLink.tsx';
import { ReadFailure } from '#billing/shared/ReadFailure.tsx';
import { useRead } from '#billing/shared/queries.ts';
import { failureOf } from '#billing/shared/section-state.ts';
import type { Project } from '#contract/types.ts';
import { addresses } from '#lib/addresses.ts';
import { computeSizeName } from '#lib/compute-size.ts';
import { projectStatusNames } from '#lib/project-status.ts';
import { pageTexts } from '#lib/texts/page.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { PageHeading } from '#app/frame/PageHeading.tsx';
import { useTitle } from '#app/title.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import styles from './ListPage.module.css';

/** One project: status, compute size and its organization. */
export function ProjectPage() {
  const { ref } = useParams<{ ref: string }>();
  const query = useRead('getProject', { params: { ref } });
  const failed = failureOf(query);
  // A reference that can't exist is answered 400; for the reader it is the same missing page.
  if (query.error?.status === 404 || query.error?.status === 400) return <NotFoundPage />;
  if (failed) return <ReadFailure subject="project" title={pageTexts.projectFailed} failed={failed} />;
  if (!query.data) return <LoadingSheet lines={4} />;
  return <ProjectFacts project={query.data} />;
}

function ProjectFacts({ project }: { project: Project }) {
  useTitle([project.name]);
  const facts = [
    ['Status', projectStatusNames[project.status]],
    ['Compute size', computeSizeName(project.infra_compute_size)],
    ['Reference', project.ref],
  ];
  return (
    <div className={styles.root}>
      <PageHeading above={<PageLink href={addresses.organization(project.organization_slug)}>{project.organization_slug}</PageLink>}>
        {project.name}
      </PageHeading>
      <dl className={styles.facts}>
        {facts.map(([term, value]) => (
          <div key={term} className={styles.fact}>
            <dt className={styles.term}>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
