/** Stops a step of the history, or lets it be. */
type Guard = (event: PopStateEvent) => void;

let guard: Guard | null = null;

/** Listens before the router does: whoever listens to the window first hears of Back and Forward first. */
export function listenForMoves(): void {
  window.addEventListener('popstate', (event) => guard?.(event));
}

/** Who may stop a step of the history; null for nobody. */
export function guardMoves(next: Guard | null): void {
  guard = next;
}
