import { whenIdle, whenUsed } from '#lib/when-used.ts';

const uses = ['pointerenter', 'pointerdown', 'touchstart', 'focusin', 'keydown', 'click'] as const;

/** Further down than this, in shares of the viewport, counts as not on screen. */
const nearby = '25%';

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
