import type { Database } from './database.ts';

class Rehearsed<Result> extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super('Rehearsed');
    this.result = result;
  }
}

/** Runs work in a nested transaction and rolls it back. @returns the result of the work */
export async function rehearseWork<Result>(tx: Database, work: (inner: Database) => Promise<Result>): Promise<Result> {
  const rehearsing: Promise<Result> = tx.transaction(async (inner) => {
    throw new Rehearsed(await work(inner));
  });
  return rehearsing.catch((error: unknown) => {
    if (error instanceof Rehearsed) return error.result as Result;
    throw error;
  });
}
