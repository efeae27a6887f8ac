import { paceSteps, type Steps } from '#lib/steps.ts';

/** Reads up to `limit` rows after the row `after`, or from the start if `after` is null. */
export type ReadPage<Row> = (after: Row | null, limit: number) => Promise<readonly Row[]>;

/** Yields rows in pages. Each page starts after the previous page, so rows that the caller cannot process do not block later rows. */
export async function* inPages<Row>(pageSize: number, read: ReadPage<Row>): AsyncGenerator<Row, void> {
  for (let after: Row | null = null; ;) {
    const page: readonly Row[] = await read(after, pageSize);
    yield* page;
    after = page.at(-1) ?? null;
    if (after === null || page.length < pageSize) return;
  }
}

/** Resolves after other due work has run, so that long work does not block other requests. */
export const letOthersRun = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Runs long work with cooperative yielding, so that a large organization does not block other organizations. */
export const runSteps = <T>(steps: Steps<T>): Promise<T> => paceSteps(steps, letOthersRun);
