type Guard = (event: PopStateEvent) => void;

const guards: Guard[] = [];

/** Must run before the router listens: the first listener on the window receives Back and Forward first. */
export function listenForMoves(): void {
  window.addEventListener('popstate', (event) => guards.at(-1)?.(event));
}

/** Only the latest guard runs. @returns a function that removes it */
export function guardMoves(guard: Guard): () => void {
  guards.push(guard);
  return () => void guards.splice(guards.indexOf(guard), 1);
}

/** Reverts a history step before other listeners see it: the page stays at that address. */
export function undoNavigation(event: PopStateEvent, address: string): void {
  event.stopImmediatePropagation();
  window.history.pushState(null, '', address);
}
