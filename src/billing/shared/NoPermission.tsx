import { pageTexts } from '#lib/texts/page.ts';
import { Notice } from '#ui/Notice/Notice.tsx';

/** Plain content, not an alert: the member may not see this, and who can help. */
export function NoPermission({ children }: { children: string }) {
  return <Notice title={children}>{pageTexts.contactOwner}</Notice>;
}
