import { pageTexts } from '#lib/texts/page.ts';
import { Notice } from '#ui/Notice/Notice.tsx';
import { sectionTitles, type SectionAnchor } from '#billing/shared/page/sections.ts';
import { WhoCan } from './WhoCan.tsx';

export interface NoPermissionProps {
  /** What the member may not see. */
  children: string;
  /** The section that says it; none on a page of its own. */
  anchor?: SectionAnchor;
}

/** Plain content, not an alert: the member may not see this, and who can help. */
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
