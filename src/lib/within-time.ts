/** Resolves to `late` after `limitMs`. Late work continues, but its result is ignored. */
export async function withinTime<T, const L>(work: Promise<T>, late: L, limitMs: number): Promise<T | L> {
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
