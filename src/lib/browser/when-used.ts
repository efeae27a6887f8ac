/** Events of a user on the page. After the first event, the page loads content that is further down. */
const signsOfLife = ['scroll', 'pointermove', 'pointerdown', 'touchstart', 'keydown'] as const;

export function whenIdle(run: () => void, latestMs: number): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: latestMs });
  else setTimeout(run, 1);
}

let wake: () => void = () => undefined;
const used = new Promise<void>((resolve) => (wake = resolve));
let isWatched = false;

export function whenUsed(): Promise<void> {
  if (!isWatched) for (const sign of signsOfLife) window.addEventListener(sign, wakePage, { passive: true, capture: true });
  isWatched = true;
  return used;
}

/** Treats the page as used although the user did nothing, for example to show a message. */
export function wakePage(): void {
  for (const sign of signsOfLife) window.removeEventListener(sign, wakePage, true);
  wake();
}

/** Maximum wait for idle time before a prefetch, in milliseconds. */
const aheadMs = 10_000;

/** Runs a function at an idle time after the page was used. @returns a function that cancels the run */
export function whenFree(run: () => void): () => void {
  let isGone = false;
  void whenUsed().then(() => whenIdle(() => !isGone && run(), aheadMs));
  return () => {
    isGone = true;
  };
}
