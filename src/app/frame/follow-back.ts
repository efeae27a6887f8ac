import { focusPlace } from '#lib/browser/focus-place.ts';

/** Time after which parts that load late no longer move the focus, in milliseconds. */
const longestWaitMs = 3000;

const linkTo = (path: string): HTMLAnchorElement | undefined =>
  [...document.querySelectorAll<HTMLAnchorElement>('main a')].find((link) => link.pathname === path && link.checkVisibility());

/**
 * After a step back from a page below this one, such as an invoice, focuses and shows the link that led there. Retries while parts of the
 * page load; without a link, the focus goes to the page heading.
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
  /** A heading that is rendered again with its section's code counts as the same place. */
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
