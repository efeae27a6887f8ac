import { useEffect, type ReactNode } from 'react';
import { PageLink } from '#billing/shared/PageLink.tsx';
import { addresses } from '#lib/addresses.ts';
import { pageTexts } from '#lib/texts/page.ts';
import { PageHeading } from '#app/frame/PageHeading.tsx';
import { useTitle } from '#app/title.ts';
import styles from './NotFoundPage.module.css';

/** No page at this address, or none that this member may know of. The two are never told apart. */
export function NotFoundPage() {
  return (
    <NotFound>
      <PageLink href={addresses.home}>{pageTexts.headBack}</PageLink>
    </NotFound>
  );
}

/** Billing is switched off for the organization: the way back leads to it. */
export function BillingOffPage({ slug }: { slug: string }) {
  return (
    <NotFound>
      <PageLink href={addresses.organization(slug)}>{pageTexts.headBack}</PageLink>
    </NotFound>
  );
}

function NotFound({ children }: { children: ReactNode }) {
  useTitle([pageTexts.notFoundTitle], 404);
  // A page that was not meant is told at once, also when it is the first one; not to who is somewhere in it already.
  useEffect(() => {
    if (document.activeElement === document.body) document.querySelector('h1')?.focus();
  }, []);
  return (
    <div className={styles.root}>
      <PageHeading>{pageTexts.notFoundTitle}</PageHeading>
      <p>{pageTexts.notFoundText}</p>
      <p>{children}</p>
    </div>
  );
}
