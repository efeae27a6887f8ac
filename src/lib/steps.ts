/**
 * Long work in steps: the caller decides what happens between them. Each step says how much it did; a unit is a row looked at,
 * about half a microsecond.
 */
export type Steps<T> = Generator<number, T, void>;

/** Five to ten milliseconds of work. */
const unitsAtOnce = 10_000;

/** Does all steps, and lets other work go on after every few milliseconds. @param pause resolves when it did */
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
