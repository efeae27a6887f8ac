import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { frameTexts } from '#lib/texts/frame.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { PageHeading } from '#app/frame/PageHeading.tsx';
import { useTitle } from '#app/title.ts';
import styles from './ListPage.module.css';
import columnStyles from './PageColumn.module.css';
import listStyles from './RowList.module.css';

export function HomePage() {
  useTitle(['Organizations']);
  const query = useRead('listOrganizations', {});
  const failed = failureOf(query);
  return (
    <div className={columnStyles.root}>
      <PageHeading context={query.data && <p>{frameTexts.organizationCount(query.data.length)}</p>}>Organizations</PageHeading>
      {failed && <ReadFailure subject="organizations" title={frameTexts.organizationsFailed} failed={failed} />}
      {query.isPending && !failed && <LoadingSheet lines={6} />}
      {query.data && (
        <ul className={listStyles.list}>
          {query.data.map((organization) => (
            <li key={organization.slug} className={styles.item}>
              <PageLink href={helpAddresses.organization(organization.slug)}>{organization.name}</PageLink>
              <span className={styles.about}>{`${organization.plan.name} Plan`}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
