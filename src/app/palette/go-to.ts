import { navigate } from 'wouter/use-browser-location';
import { focusPlace } from '#lib/browser/focus-place.ts';

/** Maximum wait for a button that loads with its page, in milliseconds. */
const longestWaitMs = 10_000;
const shortWaitMs = 3000;

/** Checks the condition in each frame. Resolves to false after the maximum wait. */
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
  // The URL stays the same, so no navigation focuses the heading.
  const heading = document.getElementById(`${hash.slice(1)}-heading`) ?? document.querySelector<HTMLElement>('h1');
  heading?.scrollIntoView();
  focusPlace(heading);
}

/** Resolves to true if the button exists. */
export async function pressAt(address: string, buttonId: string): Promise<boolean> {
  await goTo(address);
  const isThere = await holds(() => document.getElementById(buttonId) !== null);
  // Waits until the heading of the page or section has received the focus.
  await frames(3);
  const find = () => document.getElementById(buttonId);
  // Some buttons are unavailable while their data loads; others stay so, and then the press announces why.
  await holds(() => find()?.getAttribute('aria-disabled') !== 'true', shortWaitMs);
  const button = find();
  button?.focus();
  // A second press would close the opened part.
  if (button?.getAttribute('aria-expanded') !== 'true') button?.click();
  return isThere && button !== null;
}
