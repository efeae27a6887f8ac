import { use } from 'react';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { followLink, PageLink } from '#billing/shared/page/PageLink.tsx';
import { docsAddress, helpAddresses } from '#lib/addresses.ts';
import { productName } from '#lib/product.ts';
import { frameTexts } from '#lib/texts/frame.ts';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { ServedContext } from '#app/served.ts';
import { useFrameOrganization, type FrameOrganization } from './frame-organization.ts';
import { MemberMenu } from './MemberMenu.tsx';
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
            <PageLink href={helpAddresses.home}>{productName}</PageLink>
          </span>
          {organization && <OrganizationMenu organization={organization} />}
        </nav>
        <div className={styles.member} data-print="never">
          {signedIn && <SearchButton organization={organization} />}
          <TextLink href={docsAddress} opensInNewTab>
            {frameTexts.help}
          </TextLink>
          <MemberMenu />
        </div>
      </div>
      {organization && <OrganizationTabs organization={organization} />}
      <HydrationMarker boundary="bar" />
    </>
  );
}

function OrganizationTabs({ organization: { name, links } }: { organization: FrameOrganization }) {
  return (
    <nav aria-label={name} data-print="never">
      <ul role="list" className={tabStyles.list}>
        {links.map(({ words, address, current }) => (
          <li key={words}>
            <a href={address} aria-current={current} onClick={followLink} className={tabStyles.link}>
              {words}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
