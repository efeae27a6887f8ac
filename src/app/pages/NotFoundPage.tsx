import { useEffect, type ReactNode } from 'react';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { helpAddresses } from '#lib/addresses.ts';
import { pageTexts } from '#lib/texts/page.ts';
import { focusPlace } from '#lib/browser/focus-place.ts';
import { PageHeading } from '#app/frame/PageHeading.tsx';
import { useTitle } from '#app/title.ts';
import styles from './NotFoundPage.module.css';

/** Shown for missing pages and for pages that this member must not see. Both cases look the same, to reveal nothing. */
export function NotFoundPage() {
  return (
    <NotFound>
      <PageLink href={helpAddresses.home}>{pageTexts.headBack}</PageLink>
    </NotFound>
  );
}

export function BillingOffPage({ slug }: { slug: string }) {
  return (
    <NotFound>
      <PageLink href={helpAddresses.organization(slug)}>{pageTexts.headBack}</PageLink>
    </NotFound>
  );
}

function NotFound({ children }: { children: ReactNode }) {
  useTitle([pageTexts.notFoundTitle], 404);
  // If no element of the page has the focus, focuses the heading immediately, so that screen readers read the heading.
  useEffect(() => {
    if (document.activeElement === document.body) focusPlace(document.querySelector('h1'));
  }, []);
  return (
    <div className={styles.root}>
      <PageHeading>{pageTexts.notFoundTitle}</PageHeading>
      <p>{pageTexts.notFoundText}</p>
      <p>{children}</p>
    </div>
  );
}
