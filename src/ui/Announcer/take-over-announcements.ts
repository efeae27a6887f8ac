import { announce } from './announce.ts';

/** So long after the last letter somebody has stopped typing. */
const TYPING_ENDS_MS = 500;

let waiting: ReturnType<typeof setTimeout> | undefined;

/** React Aria says its first number 100 ms late, when more letters may have been typed. */
const isOutdated = (count: string): boolean =>
  Number.parseInt(count, 10) !== Number(document.querySelector('[role=listbox] [aria-setsize]')?.getAttribute('aria-setsize') ?? 0);

/**
 * React Aria would interrupt every letter that is typed in a combo box with the number of options left. That number is said once
 * typing has stopped and while the list is still there. What is for VoiceOver only, the option that is gone to or chosen, is said
 * at once.
 */
function pass(message: string): void {
  const isCount = message.endsWith('available.');
  if (isCount && isOutdated(message)) return;
  clearTimeout(waiting);
  if (!isCount) return announce(message, 'assertive');
  waiting = setTimeout(() => document.querySelector('[role=listbox]') && announce(message), TYPING_ENDS_MS);
}

/** What React Aria adds to the start of the document when it first has something to say. */
const regionOfAria = 'body > [data-live-announcer]:not([data-announcer])';

let isTaken = false;

/**
 * From now on the page's announcer says what React Aria says: its own live region, which can't be replaced, is hidden and read
 * here instead of by screen readers.
 */
export function takeOverAnnouncements(): void {
  if (isTaken) return;
  isTaken = true;
  const found = (): Element | null => document.querySelector(regionOfAria);
  const listen = (region: Element) => {
    (region as HTMLElement).hidden = true;
    for (const log of region.children) for (const message of log.children) pass(message.textContent ?? '');
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const message of addedNodes) pass(message.textContent ?? '');
    }).observe(region, { childList: true, subtree: true });
  };
  const region = found();
  if (region) return listen(region);
  const observer = new MutationObserver(() => {
    const added = found();
    if (!added) return;
    observer.disconnect();
    listen(added);
  });
  observer.observe(document.body, { childList: true });
}
