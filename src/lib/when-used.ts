/** Signs that somebody has begun to use the page; what lies further down will be wanted soon. */
const signsOfLife = ['scroll', 'pointermove', 'pointerdown', 'touchstart', 'keydown'] as const;

/** Does something when the page has nothing else to do, and after `latestMs` at the latest. */
export function whenIdle(run: () => void, latestMs: number): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: latestMs });
  else setTimeout(run, 1);
}

let started: Promise<void> | undefined;

/** Resolves at the first sign of life anywhere on the page. */
export function whenUsed(): Promise<void> {
  return (started ??= new Promise((resolve) => {
    const begin = () => {
      for (const sign of signsOfLife) window.removeEventListener(sign, begin);
      resolve();
    };
    for (const sign of signsOfLife) window.addEventListener(sign, begin, { passive: true });
  }));
}

/** Longest that what is done ahead of need waits for a pause, in milliseconds. */
const aheadMs = 10_000;

/** Does something once the page is used and has time. Returns what calls it off. */
export function whenFree(run: () => void): () => void {
  let isGone = false;
  void whenUsed().then(() => whenIdle(() => !isGone && run(), aheadMs));
  return () => {
    isGone = true;
  };
}
