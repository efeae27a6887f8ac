import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { Clock } from '#server/clock.ts';
import { createJobs, type Jobs } from '#server/jobs/runner.ts';
import { createLog } from '#server/tracing/log.ts';
import { insertOrganizations } from '#server/seed/insert-organizations.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { rowsOf, type Database, type Store } from '#server/database/database.ts';
import type { FinalizedInvoice } from '#server/billing/invoices/finalized-invoice.ts';
import { firstLimits } from '#server/domain/staff/staff-rules.ts';
import { keepFirstLimits } from '#server/store/staff/approval-limits.ts';
import { openStore } from '#server/database/open.ts';
import { createDatabase } from './postgres-server.ts';
import { storesUnderTest, type TestSubject } from './stores-under-test.ts';

export interface BillingStore {
  readonly kind: Store['kind'];
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly logged: Readonly<Record<string, unknown>>[];
  readonly handedOver: FinalizedInvoice[];
  readonly organizationId: (slug: string) => Promise<number>;
  readonly rows: <T>(query: string) => Promise<T[]>;
  readonly stop: () => Promise<void>;
}

/** Approval limit of staff in cents, so high that only tests of this limit reach it. */
const mostCents = 1e12;

export const seconds = (iso: string): number => Date.parse(iso) / 1000;

function standingClock(nowSeconds: number): Clock {
  let now = nowSeconds * 1000;
  const start = now;
  return {
    nowMs: () => now,
    nowSeconds: () => Math.floor(now / 1000),
    offsetMs: () => now - start,
    moveTo: (offsetMs) => {
      now = start + offsetMs;
    },
  };
}

export async function openBillingStore(kind: Store['kind'], seeds: readonly OrganizationSeed[], nowSeconds: number): Promise<BillingStore> {
  const folder = mkdtempSync(join(tmpdir(), 'billing-store-'));
  const databaseUrl = kind === 'postgres' ? await createDatabase(inject('postgresUrl') ?? '') : null;
  const store = await openStore({
    mode: 'embedded',
    dataDir: folder,
    databaseUrl,
    startImage: inject('startImage'),
    report: () => undefined,
  });
  const { db } = store;
  if (seeds.length > 0) await db.transaction((tx) => insertOrganizations(tx, seeds, nowSeconds));
  await keepFirstLimits(db, firstLimits(mostCents), nowSeconds);
  const logged: Record<string, unknown>[] = [];
  const log = createLog({ logLevel: 'info' } as never, {
    write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>),
  });
  const handedOver: FinalizedInvoice[] = [];
  const clock = standingClock(nowSeconds);
  const chargeInvoice = (_: Database, invoice: FinalizedInvoice): Promise<void> => Promise.resolve(void handedOver.push(invoice));
  const jobs = createJobs({ db, log, chargeInvoice }, clock);
  const rows = async <T>(query: string): Promise<T[]> => rowsOf<T>(await db.execute(query));
  return {
    kind,
    db,
    clock,
    jobs,
    logged,
    handedOver,
    rows,
    organizationId: async (slug) => (await rows<{ id: number }>(`select id from organizations where slug = '${slug}'`))[0]?.id ?? 0,
    stop: async () => {
      await jobs.stop();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Options {
  /** Runs the tests on this store only. Tests of real races need PostgreSQL. */
  readonly only?: Store['kind'];
  readonly subject?: TestSubject;
}

export function onEachBillingStore(
  seeds: readonly OrganizationSeed[],
  nowSeconds: number,
  tests: (store: () => BillingStore) => void,
  { only, subject = only === undefined ? 'rules' : 'database' }: Options = {},
): void {
  const kinds = storesUnderTest(subject, only === undefined ? undefined : [only]);
  describe.skipIf(kinds.length === 0).each(kinds.length === 0 ? [only ?? 'postgres'] : kinds)('on %s', (kind) => {
    let store: BillingStore;
    beforeAll(async () => {
      store = await openBillingStore(kind, seeds, nowSeconds);
    });
    afterAll(() => store?.stop());
    tests(() => store);
  });
}
