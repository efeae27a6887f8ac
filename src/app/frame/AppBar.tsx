import { use } from 'react';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { followLink } from '#billing/shared/page/PageLink.tsx';
import { helpAddresses } from '#lib/addresses.ts';
import { productName } from '#lib/product.ts';
import { fillText } from '#lib/texts/fill.ts';
import { frameTexts } from '#lib/texts/frame.ts';
import { ServedContext } from '#app/served.ts';
import { useFrameOrganization, type FrameOrganization } from './frame-organization.ts';
import { HelpLink, MemberMenu } from './MemberMenu.tsx';
import { OrganizationMenu } from './OrganizationMenu.tsx';
import { SearchButton } from './SearchButton.tsx';
import styles from './AppBar.module.css';
import tabStyles from './OrganizationTabs.module.css';

export function AppBar() {
  const organization = useFrameOrganization();
  const { signedIn } = use(ServedContext);
  return (
    <>
      <div className={styles.bar}>
        <nav aria-label={frameTexts.site} className={styles.site}>
          <span className={styles.brand}>
            <a href={helpAddresses.home} onClick={followLink}>
              <BrandMark />
              <span className={styles.words}>{productName}</span>
            </a>
          </span>
          {organization && <OrganizationMenu organization={organization} />}
        </nav>
        <div className={styles.member} data-print="never">
          {signedIn && <SearchButton organization={organization} />}
          <span className={styles.help}>
            <HelpLink />
          </span>
          <MemberMenu />
        </div>
      </div>
      {organization && <OrganizationTabs organization={organization} />}
      <HydrationMarker boundary="bar" />
    </>
  );
}

const BrandMark = () => (
  <svg viewBox="0 0 20 20" aria-hidden="true" className={styles.mark}>
    <path d="M3 1h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2Zm4 2v14h10V3Z" fill="currentColor" fillRule="evenodd" />
  </svg>
);

function OrganizationTabs({ organization: { name, links } }: { organization: FrameOrganization }) {
  return (
    <nav aria-label={name} data-print="never">
      <ul role="list" className={tabStyles.list}>
        {links.map(({ words, address, current, count }) => (
          <li key={words}>
            <a
              href={address}
              aria-current={current}
              aria-label={count ? fillText(frameTexts.tabWithOpen, { words, count }) : undefined}
              onClick={followLink}
              className={tabStyles.link}
            >
              {words} {count ? <span className={tabStyles.count}>{count}</span> : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
