import { paceSteps, type Steps } from '#lib/steps.ts';

/** Reads a page of a list in the order of its key: at most so many rows behind `after`, from the beginning where that is null. */
export type ReadPage<Row> = (after: Row | null, limit: number) => Promise<readonly Row[]>;

/**
 * Every row of a list once, a page at a time. Rows that stay on the list, since nothing could be done about them, hide none of
 * those behind them; each page is read when the one before it has been worked through.
 */
export async function* inPages<Row>(pageSize: number, read: ReadPage<Row>): AsyncGenerator<Row, void> {
  for (let after: Row | null = null; ;) {
    const page: readonly Row[] = await read(after, pageSize);
    yield* page;
    after = page.at(-1) ?? null;
    if (after === null || page.length < pageSize) return;
  }
}

/** Does priced work in turns with everything else that the process does: a large organization holds up no other. */
export const runSteps = <T>(steps: Steps<T>): Promise<T> =>
  paceSteps(
    steps,
    () =>
      new Promise((resolve) => {
        setImmediate(resolve);
      }),
  );
