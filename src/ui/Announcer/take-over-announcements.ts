import { announce } from './announce.ts';

const TYPING_ENDS_MS = 500;

let waiting: ReturnType<typeof setTimeout> | undefined;

/** Returns true if the count is outdated. React Aria announces its first count 100 ms late, and the user may have typed more letters. */
const isOutdated = (count: string): boolean =>
  Number.parseInt(count, 10) !== Number(document.querySelector('[role=listbox] [aria-setsize]')?.getAttribute('aria-setsize') ?? 0);

/** Announces a message. The number of options is announced only when typing pauses, because the number would interrupt each letter. */
function pass(message: string): void {
  const isCount = message.endsWith('available.');
  if (isCount && isOutdated(message)) return;
  clearTimeout(waiting);
  if (!isCount) return announce(message, 'assertive');
  waiting = setTimeout(() => document.querySelector('[role=listbox]') && announce(message), TYPING_ENDS_MS);
}

const regionOfAria = 'body > [data-live-announcer]:not([data-announcer])';

let isTaken = false;

/** Redirects React Aria's announcements to the page's announcer. Hides React Aria's live region and observes its messages. */
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
