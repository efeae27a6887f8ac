import type { ReactNode } from 'react';
import { useTitle } from '#app/title.ts';
import { PageHeading } from './PageHeading.tsx';
import styles from './PageFailure.module.css';

const title = 'This page could not be shown';

export function PageFailure({ children }: { children: ReactNode }) {
  useTitle([title]);
  return (
    <div className={styles.root}>
      <PageHeading>{title}</PageHeading>
      {children}
    </div>
  );
}
