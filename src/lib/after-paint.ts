/** Longest wait for a frame, in milliseconds: a page that nobody sees gets none. */
const patienceMs = 300;

/** Does something right after the next frame is painted. Returns what calls it off. */
export function afterPaint(act: () => void): () => void {
  let isDone = false;
  const once = (): void => {
    if (!isDone) act();
    isDone = true;
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, patienceMs);
  return () => {
    isDone = true;
  };
}
