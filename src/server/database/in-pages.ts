import { paceSteps, type Steps } from '#lib/steps.ts';

/** Reads up to `limit` rows after a key, from the start for null. */
export type ReadPage<Row> = (after: Row | null, limit: number) => Promise<readonly Row[]>;

/** A page starts after the last row before it, so rows that stay in the list hide no later ones. */
export async function* inPages<Row>(pageSize: number, read: ReadPage<Row>): AsyncGenerator<Row, void> {
  for (let after: Row | null = null; ;) {
    const page: readonly Row[] = await read(after, pageSize);
    yield* page;
    after = page.at(-1) ?? null;
    if (after === null || page.length < pageSize) return;
  }
}

/** Resolves after other work that is due, so that long work blocks no other request. */
export const letOthersRun = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Runs long work with cooperative yielding, so that a large organization blocks no other. */
export const runSteps = <T>(steps: Steps<T>): Promise<T> => paceSteps(steps, letOthersRun);
