import { pageTexts } from '#lib/texts/page.ts';
import { Notice } from '#ui/Notice/Notice.tsx';
import { sectionTitles, type SectionAnchor } from '#billing/shared/page/sections.ts';
import { WhoCan } from './WhoCan.tsx';

export interface NoPermissionProps {
  children: string;
  /** Section that shows the text; undefined if a separate page shows it. */
  anchor?: SectionAnchor;
}

/** Names the members who can help. It is not an alert. */
export function NoPermission({ children, anchor }: NoPermissionProps) {
  return (
    <Notice
      title={children}
      actions={
        <WhoCan
          may="billing_read"
          why={children}
          subject={anchor === undefined ? 'this page' : sectionTitles[anchor]}
          at={anchor === undefined ? '' : `#${anchor}`}
        />
      }
    >
      {pageTexts.contactOwner}
    </Notice>
  );
}
