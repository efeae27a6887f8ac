import { focusPlace } from '#lib/browser/focus-place.ts';

/** Maximum time in which late parts may move the focus, in milliseconds. */
const longestWaitMs = 3000;

const linkTo = (path: string): HTMLAnchorElement | undefined =>
  [...document.querySelectorAll<HTMLAnchorElement>('main a')].find((link) => link.pathname === path && link.checkVisibility());

/**
 * After navigation back from a subpage, such as an invoice, focuses the link to that subpage and scrolls to it. Retries while parts of the
 * page load. Without such a link, focuses the page heading.
 */
export function followBack(from: string): void {
  let place = document.activeElement;
  const isLost = (): boolean => document.activeElement === document.body;
  const find = (): void => {
    const link = linkTo(from);
    if (!link) return;
    link.focus({ preventScroll: true });
    link.scrollIntoView({ block: 'center' });
    place = link;
  };
  /** True if the focus is unchanged. A heading that was rendered again by its section counts as unchanged. */
  const isStillThere = (): boolean => document.activeElement === place || (place?.id ? document.activeElement?.id === place.id : false);
  const look = (): void => {
    if (!isLost() && !isStillThere()) observer.disconnect();
    else if (isLost() || place?.tagName !== 'A') find();
  };
  const observer = new MutationObserver(look);
  find();
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => {
    observer.disconnect();
    if (isLost()) focusPlace(document.querySelector('h1'));
  }, longestWaitMs);
}
