/** Signs that somebody has begun to use the page; what lies further down will be wanted soon. */
const signsOfLife = ['scroll', 'pointermove', 'pointerdown', 'touchstart', 'keydown'] as const;

/** Does something when the page has nothing else to do, and after `latestMs` at the latest. */
export function whenIdle(run: () => void, latestMs: number): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: latestMs });
  else setTimeout(run, 1);
}

let wake: () => void = () => undefined;
const used = new Promise<void>((resolve) => (wake = resolve));
let isWatched = false;

/** Resolves at the first sign of life anywhere on the page. */
export function whenUsed(): Promise<void> {
  if (!isWatched) for (const sign of signsOfLife) window.addEventListener(sign, wakePage, { passive: true, capture: true });
  isWatched = true;
  return used;
}

/** The page has something to tell: it counts as used from now on, though nobody has touched it yet. */
export function wakePage(): void {
  for (const sign of signsOfLife) window.removeEventListener(sign, wakePage, true);
  wake();
}

/** Longest wait of a prefetch for idle time, in milliseconds. */
const aheadMs = 10_000;

/** Runs a task once the page is used and idle. Returns a function that cancels it. */
export function whenFree(run: () => void): () => void {
  let isGone = false;
  void whenUsed().then(() => whenIdle(() => !isGone && run(), aheadMs));
  return () => {
    isGone = true;
  };
}
