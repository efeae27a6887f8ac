import { focusPlace } from '#lib/browser/focus-place.ts';

/** Parts of the page that come later than this, in milliseconds, find their reader elsewhere. */
const longestWaitMs = 3000;

/** The link to an address, where the reader can see it. */
const linkTo = (path: string): HTMLAnchorElement | undefined =>
  [...document.querySelectorAll<HTMLAnchorElement>('main a')].find((link) => link.pathname === path && link.checkVisibility());

/**
 * Back from a page that lies below this one, such as an invoice: gives the focus to the link that led there, on screen. The link may
 * come a moment later, with its part of the page, and be drawn again. Without one the focus stays at the heading that has it, or
 * goes to the heading of the page.
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
  /** A heading that is drawn again, as with its section's code, is still the same place. */
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
