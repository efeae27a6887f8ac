/** Stops a step of the history, or lets it be. */
type Guard = (event: PopStateEvent) => void;

const guards: Guard[] = [];

/** Must run before the router listens: the first listener on the window receives Back and Forward first. */
export function listenForMoves(): void {
  window.addEventListener('popstate', (event) => guards.at(-1)?.(event));
}

/**
 * Asks to be heard before a step of the history is made. The last who asked is heard.
 * @returns what ends that
 */
export function guardMoves(guard: Guard): () => void {
  guards.push(guard);
  return () => void guards.splice(guards.indexOf(guard), 1);
}

/** Takes back a step that was made already, before anybody else has heard of it: the page stays at that address. */
export function undoNavigation(event: PopStateEvent, address: string): void {
  event.stopImmediatePropagation();
  window.history.pushState(null, '', address);
}
