import { lazy, type ComponentType } from 'react';
import { ErrorBoundary, type ErrorBoundaryProps } from '#ui/SectionError/ErrorBoundary.tsx';
import { reloadForNewBuild } from '#lib/browser/new-build.ts';
import { whenIdle, whenUsed } from '#lib/browser/when-used.ts';

const uses = ['pointerenter', 'pointerdown', 'touchstart', 'focusin', 'keydown', 'click'] as const;

/** Margin around the viewport, relative to its height. A part within this margin counts as visible. */
const nearby = '25%';

/**
 * If the part is used or has no server HTML, resolves at once. If it is near the viewport or the page has had input, resolves when idle.
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
    // Links in the bar and in the overview work without hydration, so their code is loaded only after the first input.
    if (boundary !== 'bar' && boundary !== 'glance') observer.observe(element);
    // Listens on the window, because React stops events at its root while their target is not hydrated.
    for (const use of uses) window.addEventListener(use, notice, { passive: true, capture: true });
    // A part that waits for its data shows only a placeholder, so its code is loaded as soon as the browser is idle.
    if (element.querySelector('[aria-busy="true"]')) whenIdle(release, 500);
    void whenUsed().then(() => whenIdle(release, 5000));
  });
}

type Loaded = { default: ComponentType };

const nextAttemptMs = 10_000;

const preloaders: (() => Promise<unknown>)[] = [];

/** Maps an error that reached a boundary to the function that loads the missing chunk again. */
export const missingCode = new Map<unknown, () => Promise<void>>();

/** Component in its own chunk. The server renders it directly (after `preloadParts`). The browser keeps the HTML until the code loads. */
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
    // A new lazy component is needed, because React caches a failed load forever.
    Part = begin();
  };
  let Part = begin();
  return function LazyPart() {
    return <Part />;
  };
}

/** Loads a missing chunk again; does nothing for other errors. Resolves to true if the part should render again. */
export async function fetchAgain(error: unknown): Promise<boolean> {
  try {
    await missingCode.get(error)?.();
    return true;
  } catch {
    return false;
  }
}

export const PartBoundary = (props: Omit<ErrorBoundaryProps, 'mend'>) => <ErrorBoundary {...props} mend={fetchAgain} />;

/** Creates a part without a fallback. Its load is retried until it succeeds. */
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

/** Loads the code of every part, so that the server renders all parts without fallbacks. */
export async function preloadParts(): Promise<void> {
  for (let done = 0; done < preloaders.length; done += 1) await preloaders[done]?.();
}

/** Returns a thenable that resolves synchronously. React reads it in the same render, but reads a promise only in a later render. */
function settled(value: Loaded): Promise<Loaded> {
  // oxlint-disable-next-line unicorn/no-thenable -- a thenable is the point
  return { then: (resolve: (value: Loaded) => unknown) => resolve(value) } as Promise<Loaded>;
}
