/** Events that show that the page is in use, so content further down is needed soon. */
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

/** Counts the page as used without user input, for example to show a message. */
export function wakePage(): void {
  for (const sign of signsOfLife) window.removeEventListener(sign, wakePage, true);
  wake();
}

/** Longest wait of a prefetch for idle time, in milliseconds. */
const aheadMs = 10_000;

/** Returns a function that cancels it. */
export function whenFree(run: () => void): () => void {
  let isGone = false;
  void whenUsed().then(() => whenIdle(() => !isGone && run(), aheadMs));
  return () => {
    isGone = true;
  };
}
