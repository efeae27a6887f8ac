import { focusPlace } from '#lib/browser/focus-place.ts';

const longestWaitMs = 3000;

const linkTo = (path: string): HTMLAnchorElement | undefined =>
  [...document.querySelectorAll<HTMLAnchorElement>('main a')].find((link) => link.pathname === path && link.checkVisibility());

/** Focuses the link to the page that the member has left, or else the page heading. Retries while parts of the page load. */
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
  /** Returns true if the focus has not moved. A heading that was rendered again counts as the same element. */
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
