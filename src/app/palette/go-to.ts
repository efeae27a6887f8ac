import { navigate } from 'wouter/use-browser-location';
import { focusPlace } from '#lib/browser/focus-place.ts';

/** Maximum wait in milliseconds for a button that loads together with its page. */
const longestWaitMs = 10_000;
const shortWaitMs = 3000;

/** Checks a condition in each animation frame. Resolves to false if the condition is not met in time. */
function holds(isTrue: () => boolean, waitMs = longestWaitMs): Promise<boolean> {
  const deadline = performance.now() + waitMs;
  return new Promise((resolve) => {
    const look = (): void => {
      if (isTrue()) resolve(true);
      else if (performance.now() > deadline) resolve(false);
      else requestAnimationFrame(look);
    };
    look();
  });
}

const frames = (count: number): Promise<void> =>
  count === 0 ? Promise.resolve() : new Promise((resolve) => requestAnimationFrame(() => resolve(frames(count - 1))));

async function closed(): Promise<void> {
  await holds(() => document.querySelector('[role=dialog]') === null);
  await frames(3);
}

export async function goTo(address: string): Promise<void> {
  await closed();
  const { pathname, search, hash } = new URL(address, window.location.href);
  if (pathname !== window.location.pathname || search !== '') return navigate(pathname + search + hash);
  if (hash !== '' && hash !== window.location.hash) {
    window.location.hash = hash;
    return;
  }
  // The URL stays the same, so no navigation moves the focus to the heading. This code moves the focus instead.
  const heading = document.getElementById(`${hash.slice(1)}-heading`) ?? document.querySelector<HTMLElement>('h1');
  heading?.scrollIntoView();
  focusPlace(heading);
}

/** Resolves to false if the page has no such button. */
export async function pressAt(address: string, buttonId: string): Promise<boolean> {
  await goTo(address);
  const isThere = await holds(() => document.getElementById(buttonId) !== null);
  // Waits until the page has focused the heading of the page or section.
  await frames(3);
  const find = () => document.getElementById(buttonId);
  // Waits while the button is unavailable, because its data may still load. Pressing an unavailable button announces the reason.
  await holds(() => find()?.getAttribute('aria-disabled') !== 'true', shortWaitMs);
  const button = find();
  button?.focus();
  // A button that is already expanded is not pressed, because the press would close its content.
  if (button?.getAttribute('aria-expanded') !== 'true') button?.click();
  return isThere && button !== null;
}
