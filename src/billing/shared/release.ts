const uses = ['pointerenter', 'pointerdown', 'touchstart', 'focusin', 'keydown', 'click'] as const;
/** Signs that somebody has begun to use the page; what lies further down will be wanted soon. */
const signsOfLife = ['scroll', 'pointermove', 'pointerdown', 'touchstart', 'keydown'] as const;

/** Further down than this, in shares of the viewport, counts as not on screen. */
const nearby = '25%';

function whenIdle(run: () => void, latestMs: number): void {
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

/**
 * Resolves when a server-rendered boundary should come alive: near the viewport with the main thread idle, at the
 * first sign that it is used itself, or when the page is used at all and has time. At once where nothing was rendered
 * yet, as after a navigation inside the page.
 */
export function whenReleased(boundary: string): Promise<void> {
  const element = document.querySelector(`[data-boundary="${boundary}"]`);
  if (!element) return Promise.resolve();
  return new Promise((resolve) => {
    const release = () => {
      observer.disconnect();
      for (const use of uses) element.removeEventListener(use, release, true);
      resolve();
    };
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) whenIdle(release, 500);
      },
      { rootMargin: nearby },
    );
    observer.observe(element);
    for (const use of uses) element.addEventListener(use, release, { once: true, passive: true, capture: true });
    // A part that is still to fetch its data can't be read as it was served.
    if (element.querySelector('[aria-busy="true"]')) whenIdle(release, 500);
    void whenUsed().then(() => whenIdle(release, 5000));
  });
}
