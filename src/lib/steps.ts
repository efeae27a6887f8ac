/** Long work in steps with cooperative yielding. Each step yields its work in units. A unit is one row, about half a microsecond. */
export type Steps<T> = Generator<number, T, void>;

/** Units between two pauses: about 5 to 10 ms of work. */
const unitsAtOnce = 10_000;

/** Runs all steps, with a pause every few milliseconds. @param pause returns a promise that resolves when work may continue */
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
