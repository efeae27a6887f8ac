import { beforeAll, afterAll, describe, inject } from 'vitest';
import type { Database } from '#server/store/database.ts';
import { booksSoFar, moneyFaults } from './money-checker.ts';
import { moneyFleet } from './money-fleet.ts';
import { payerAt, type Payer } from './payer.ts';
import { startPlatform, type StoreKind, type TestPlatform } from './platform.ts';

/** Where a page stands alone that may call the platform. */
export const pageElsewhere = 'https://pages.example';

/** A platform with the small fleet, whose jobs and events run when the test says so. */
export interface MoneyPlatform extends Payer {
  readonly platform: TestPlatform;
  readonly db: Database;
  /** What is wrong between charges and effects, once everything has settled. */
  readonly faults: () => Promise<string[]>;
}

export async function startMoneyPlatform(kind: StoreKind): Promise<MoneyPlatform> {
  const platform = await startPlatform(
    kind,
    { ALLOWED_ORIGINS: pageElsewhere },
    { seeds: moneyFleet, automatic: false, gatewayTimeoutMs: 500 },
  );
  const { db } = platform.context;
  const since = await booksSoFar(db);
  const payer = payerAt(platform);
  return {
    ...payer,
    platform,
    db,
    faults: async () => {
      await payer.settled();
      return moneyFaults(db, payer.sandbox.money(), since);
    },
  };
}

/** Runs the same tests on both stores; `kinds` narrows them to one. */
export function onMoneyPlatform(tests: (money: () => MoneyPlatform) => void, kinds: readonly StoreKind[] = ['pglite', 'postgres']): void {
  const available = inject('postgresUrl') === null ? kinds.filter((kind) => kind === 'pglite') : kinds;
  describe.each(available)('on %s', (kind) => {
    let started: MoneyPlatform;
    beforeAll(async () => {
      started = await startMoneyPlatform(kind);
    });
    afterAll(() => started?.platform.stop());
    tests(() => started);
  });
}
