import { useEffect, useState } from 'react';
import { followLink, PageLink } from '#billing/shared/page/PageLink.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { frameTexts } from '#lib/texts/frame.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { SearchField } from '#ui/SearchField/SearchField.tsx';
import type { FrameOrganization } from './frame-organization.ts';
import styles from './OrganizationList.module.css';

const fewestToSearch = 10;
/** Time in milliseconds after the last key press until the number of results is announced. */
const restMs = 500;

export interface OrganizationListProps {
  readonly organization: FrameOrganization;
  readonly onChosen: () => void;
}

export function OrganizationList({ organization, onChosen }: OrganizationListProps) {
  const [sought, setSought] = useState('');
  const query = useRead('listOrganizations', {});
  const failed = failureOf(query);
  const all = query.data ?? [];
  const found = all.filter(({ name }) => name.toLowerCase().includes(sought.trim().toLowerCase()));
  useEffect(() => {
    if (sought === '') return;
    const timer = setTimeout(() => announce(frameTexts.organizationsFound(found.length)), restMs);
    return () => clearTimeout(timer);
  }, [sought, found.length]);
  if (failed) return <ReadFailure subject="organizations" title={frameTexts.organizationsFailed} failed={failed} />;
  if (!query.data) return <LoadingSheet lines={4} />;
  return (
    <>
      {all.length >= fewestToSearch && (
        <SearchField label={frameTexts.findOrganization} value={sought} onChange={setSought} autoComplete="off" />
      )}
      {found.length > 0 && (
        <ul role="list" className={styles.list}>
          {found.map(({ slug, name }) => (
            <li key={slug}>
              <a
                href={organization.pageOf(slug)}
                aria-current={slug === organization.slug ? 'true' : undefined}
                className={styles.link}
                onClick={(event) => {
                  followLink(event);
                  onChosen();
                }}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
      {found.length === 0 && <p>{frameTexts.organizationsFound(0)}</p>}
      <PageLink href={helpAddresses.home}>{frameTexts.allOrganizations}</PageLink>
    </>
  );
}
