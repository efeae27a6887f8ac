import { lazy, type ComponentType } from 'react';
import { whenReleased } from './release.ts';

type Loaded = { default: ComponentType };

const preloaders: (() => Promise<unknown>)[] = [];

/**
 * A part of the page in a chunk of its own. On the server it renders at once (after `preloadParts`). In the browser
 * its server-rendered HTML stays untouched until the chunk arrives; with a boundary name the chunk is only asked for
 * once that boundary is on screen and the main thread idle, or the member uses it.
 */
export function lazyPart(load: () => Promise<ComponentType>, boundary?: string): ComponentType {
  let loaded: Loaded | undefined;
  const ensure = async () => (loaded ??= { default: await load() });
  if (import.meta.env.SSR) preloaders.push(ensure);
  return lazy(() => {
    if (loaded) return settled(loaded);
    return boundary && !import.meta.env.SSR ? whenReleased(boundary).then(ensure) : ensure();
  });
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
