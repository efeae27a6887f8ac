/** Parts of the page that come later than this, in milliseconds, find their reader elsewhere. */
const longestWaitMs = 3000;

/** The link to an address, where the reader can see it. */
const linkTo = (path: string): HTMLAnchorElement | undefined =>
  [...document.querySelectorAll<HTMLAnchorElement>('main a')].find((link) => link.pathname === path && link.checkVisibility());

/**
 * Back from a page that lies below this one, such as an invoice: gives the focus to the link that led there, on screen. The link may
 * come a moment later, with its part of the page. Without one the focus stays at the heading that has it.
 */
export function followBack(from: string): void {
  const heading = document.activeElement;
  const find = (): boolean => {
    const link = linkTo(from);
    link?.focus({ preventScroll: true });
    link?.scrollIntoView({ block: 'center' });
    return link !== undefined;
  };
  if (find()) return;
  const observer = new MutationObserver(() => {
    if (document.activeElement !== heading || find()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), longestWaitMs);
}
