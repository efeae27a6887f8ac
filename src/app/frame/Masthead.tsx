import { use } from 'react';
import { Button } from '#ui/Button/Button.tsx';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { forgetStored } from '#lib/browser/forget-stored.ts';
import { productName } from '#lib/product.ts';
import { sessionTexts } from '#lib/texts/sessions.ts';
import { ServedContext } from '#app/served.ts';
import styles from './Masthead.module.css';

/** The product's name, and who is signed in. */
export function Masthead() {
  return (
    <div className={styles.root}>
      <nav aria-label="Site" className={styles.name}>
        <PageLink href={helpAddresses.home}>{productName}</PageLink>
      </nav>
      <SignedIn />
    </div>
  );
}

function SignedIn() {
  const { signedIn, byToken } = use(ServedContext);
  const { data } = useRead('getProfile', {}, signedIn);
  if (!data) return null;
  if (byToken) return <p className={styles.username}>{data.member.username}</p>;
  return (
    <form action="/sign-out" method="post" className={styles.member} onSubmit={forgetStored}>
      <span className={styles.username}>{data.member.username}</span>
      <PageLink href={helpAddresses.sessions}>{sessionTexts.title}</PageLink>
      <Button type="submit" variant="quiet">
        Sign out
      </Button>
    </form>
  );
}
