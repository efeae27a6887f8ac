/** A dialog is never busy for longer than this: then it says that the outcome is unknown and gives its controls back. Milliseconds. */
export const longestBusyMs = 60_000;

/** The result, or `late` when it takes too long. The work itself goes on; what it brings later is nobody's business. */
export async function within<T, const L>(work: Promise<T>, late: L, limitMs = longestBusyMs): Promise<T | L> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<L>((resolve) => {
    timer = setTimeout(() => resolve(late), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
