type Guard = (event: PopStateEvent) => void;

const guards: Guard[] = [];

/** Must run before the router listens, because the first listener on the window gets Back and Forward first. */
export function listenForMoves(): void {
  window.addEventListener('popstate', (event) => guards.at(-1)?.(event));
}

/** Adds a guard for Back and Forward. Only the guard added last runs. @returns a function that removes the guard */
export function guardMoves(guard: Guard): () => void {
  guards.push(guard);
  return () => void guards.splice(guards.indexOf(guard), 1);
}

/** Reverts a step in the browser history before other listeners see the event. The page keeps the given address. */
export function undoNavigation(event: PopStateEvent, address: string): void {
  event.stopImmediatePropagation();
  window.history.pushState(null, '', address);
}
