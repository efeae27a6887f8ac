/** Long work in steps with cooperative yielding. Each step yields its work in units of one row, about half a microsecond. */
export type Steps<T> = Generator<number, T, void>;

/** About 5 to 10 ms of work. */
const unitsAtOnce = 10_000;

/** Runs all steps and pauses every few milliseconds. @param pause resolves when work may continue */
export async function paceSteps<T>(steps: Steps<T>, pause: () => Promise<void>): Promise<T> {
  let units = 0;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    units += step.value;
    if (units < unitsAtOnce) continue;
    units = 0;
    await pause();
  }
}
