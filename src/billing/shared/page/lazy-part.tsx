import { lazy, type ComponentType } from 'react';
import { ErrorBoundary, type ErrorBoundaryProps } from '#ui/SectionError/ErrorBoundary.tsx';
import { reloadForNewBuild } from '#lib/browser/new-build.ts';
import { whenIdle, whenUsed } from '#lib/browser/when-used.ts';

const uses = ['pointerenter', 'pointerdown', 'touchstart', 'focusin', 'keydown', 'click'] as const;

/** Further down than this, in shares of the viewport, counts as not on screen. */
const nearby = '25%';

/**
 * Resolves when a server-rendered boundary should come alive: near the viewport with the main thread idle, at the
 * first sign that it is used itself, or when the page is used at all and has time. At once where nothing was rendered
 * yet, as after a navigation inside the page.
 */
function whenReleased(boundary: string): Promise<void> {
  const element = document.querySelector(`[data-boundary="${boundary}"]`);
  if (!element) return Promise.resolve();
  return new Promise((resolve) => {
    const release = () => {
      observer.disconnect();
      for (const use of uses) window.removeEventListener(use, notice, true);
      resolve();
    };
    const notice = ({ target }: Event) => element.contains(target as Node) && release();
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) whenIdle(release, 500);
      },
      { rootMargin: nearby },
    );
    // The links of these work as they were served: their code comes with the page's use.
    if (boundary !== 'bar' && boundary !== 'glance') observer.observe(element);
    // At the window, because React stops keys and presses at its root while what they are for is not alive.
    for (const use of uses) window.addEventListener(use, notice, { passive: true, capture: true });
    // A part that is still to fetch its data can't be read as it was served.
    if (element.querySelector('[aria-busy="true"]')) whenIdle(release, 500);
    void whenUsed().then(() => whenIdle(release, 5000));
  });
}

type Loaded = { default: ComponentType };

/** Milliseconds. */
const nextAttemptMs = 10_000;

const preloaders: (() => Promise<unknown>)[] = [];

/** The ways to parts whose code did not come, by the errors that reached their boundaries. */
export const missingCode = new Map<unknown, () => Promise<void>>();

/**
 * A part of the page in a chunk of its own. On the server it renders at once (after `preloadParts`). In the browser
 * its server-rendered HTML stays untouched until the chunk arrives; with a boundary name the chunk is only asked for
 * once that boundary is on screen and the main thread idle, or the member uses it. A chunk that does not come is thrown
 * to the error boundary above, which may ask for it with `fetchAgain` and then draw the part.
 */
export function lazyPart(load: () => Promise<ComponentType>, boundary?: string): ComponentType {
  let loaded: Loaded | undefined;
  const ensure = async () => (loaded ??= { default: await load() });
  if (import.meta.env.SSR) preloaders.push(ensure);
  const begin = () =>
    lazy(() => {
      if (loaded) return settled(loaded);
      const fetching = boundary && !import.meta.env.SSR ? whenReleased(boundary).then(ensure) : ensure();
      fetching.catch((error: unknown) => {
        missingCode.set(error, again);
        reloadForNewBuild();
      });
      return fetching;
    });
  const again = async () => {
    await ensure();
    // React remembers a failure for ever.
    Part = begin();
  };
  let Part = begin();
  return function LazyPart() {
    return <Part />;
  };
}

/** Fetches the code whose absence was that error; any other error may be gone as it is. Resolves to whether to draw again. */
export async function fetchAgain(error: unknown): Promise<boolean> {
  try {
    await missingCode.get(error)?.();
    return true;
  } catch {
    return false;
  }
}

/** A boundary around parts whose code comes in chunks: another attempt fetches a chunk that did not come. */
export const PartBoundary = (props: Omit<ErrorBoundaryProps, 'mend'>) => <ErrorBoundary {...props} mend={fetchAgain} />;

/** A part that nothing stands in for: its code is fetched until it comes. */
export const patientPart: typeof lazyPart = (load, boundary) => lazyPart(() => untilItComes(load), boundary);

async function untilItComes<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => {
        window.addEventListener('online', resolve, { once: true });
        setTimeout(resolve, nextAttemptMs);
      });
    }
  }
}

/** Loads every part, so that the server renders them without a fallback. */
export async function preloadParts(): Promise<void> {
  for (let done = 0; done < preloaders.length; done += 1) await preloaders[done]?.();
}

/** React reads a thenable that calls back at once in the same render, which a real promise never does. */
function settled(value: Loaded): Promise<Loaded> {
  // oxlint-disable-next-line unicorn/no-thenable -- a thenable is the point
  return { then: (resolve: (value: Loaded) => unknown) => resolve(value) } as Promise<Loaded>;
}
