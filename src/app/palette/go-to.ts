import { navigate } from 'wouter/use-browser-location';
import { focusPlace } from '#lib/browser/focus-place.ts';

/** Longest wait for a button that loads with its page, in milliseconds. */
const longestWaitMs = 10_000;

/** Checks a condition in each frame. Resolves to whether it became true in time. */
function holds(isTrue: () => boolean): Promise<boolean> {
  const deadline = performance.now() + longestWaitMs;
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

/** Resolves when the search has closed and restored the focus. */
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
  // The URL already names the place, so no navigation focuses its heading.
  const heading = document.getElementById(`${hash.slice(1)}-heading`) ?? document.querySelector<HTMLElement>('h1');
  heading?.scrollIntoView();
  focusPlace(heading);
}

/** Opens a place and presses a button there. Resolves to whether the button exists. */
export async function pressAt(address: string, buttonId: string): Promise<boolean> {
  await goTo(address);
  const isThere = await holds(() => document.getElementById(buttonId) !== null);
  // The heading of the place takes the focus first.
  await frames(3);
  const button = document.getElementById(buttonId);
  button?.focus();
  button?.click();
  return isThere && button !== null;
}
