import { beforeAll, afterAll, describe } from 'vitest';
import { rowsOf, type Database } from '#server/database/database.ts';
import { creditEntries, postToLedger } from '#server/store/ledger.ts';
import { billingFactsOf, type BillingFacts } from './billing-facts.ts';
import { booksSoFar, moneyFaults } from './money-checker.ts';
import { noticeFaults } from './notice-checker.ts';
import { moneyOrganizations } from './money-organizations.ts';
import { payerAt, type Payer } from './payer.ts';
import { startPlatform, type TestPlatform } from './platform.ts';
import { storesUnderTest, type StoreKind, type TestSubject } from './stores-under-test.ts';

/** Origin of a page that a different server hosts, and that may call the platform. */
export const pageElsewhere = 'https://pages.example';

/** Approval limit in cents, so high that unrelated tests need no approval. */
const noLimit = '100000000';

export interface MoneyPlatform extends Payer, BillingFacts {
  readonly platform: TestPlatform;
  readonly db: Database;
  readonly rows: <T>(query: string) => Promise<T[]>;
  /** Settles all payments, then lists mismatches between charges and their effects (invoices, plans, credits). */
  readonly faults: () => Promise<string[]>;
}

/** @param slugs organizations to create; by default all, but fewer organizations are faster */
export async function startMoneyPlatform(
  kind: StoreKind,
  environment: Readonly<Record<string, string>> = {},
  slugs?: readonly string[],
): Promise<MoneyPlatform> {
  const seeds = moneyOrganizations.filter(({ slug }) => slugs?.includes(slug) ?? true);
  const platform = await startPlatform(
    kind,
    { ALLOWED_ORIGINS: pageElsewhere, APPROVAL_ABOVE_CENTS: noLimit, ...environment },
    { seeds, automatic: false, gatewayTimeoutMs: 500 },
  );
  const { db } = platform.context;
  const since = await booksSoFar(db);
  const payer = payerAt(platform);
  return {
    ...payer,
    ...billingFactsOf(db, platform.context.clock, payer.balance),
    platform,
    db,
    rows: async <T>(query: string): Promise<T[]> => rowsOf<T>(await db.execute(query)),
    faults: async () => {
      await payer.settled();
      return [...(await moneyFaults(db, payer.sandbox.money(), since)), ...(await noticeFaults(db, since))];
    },
  };
}

interface MoneyPlatformOptions {
  readonly kinds?: readonly StoreKind[];
  /** `database` tests run on each store; see `storesUnderTest`. */
  readonly subject?: TestSubject;
  readonly organizations?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

export const onMoneyPlatform = (tests: (money: () => MoneyPlatform) => void): void => onMoneyPlatformWith({}, tests);

export function onMoneyPlatformWith(
  { kinds, subject = kinds?.length === 1 ? 'database' : 'rules', organizations, environment = {} }: MoneyPlatformOptions,
  tests: (money: () => MoneyPlatform) => void,
): void {
  const available = storesUnderTest(subject, kinds);
  describe.skipIf(available.length === 0).each(available.length === 0 ? ['pglite' as const] : available)('on %s', (kind) => {
    let started: MoneyPlatform;
    beforeAll(async () => {
      started = await startMoneyPlatform(kind, environment, organizations);
    });
    afterAll(() => started?.platform.stop());
    tests(() => started);
  });
}

/** Uses a ledger transaction instead of a payment. */
export async function giveCredit({ db, platform, rows }: MoneyPlatform, slug: string, amountCents: number, key: string): Promise<void> {
  const [organization] = await rows<{ id: number }>(`select id from organizations where slug = '${slug}'`);
  const gift = { organizationId: organization?.id ?? 0, businessKey: key, description: 'A gift', source: key };
  const occurredAt = new Date(platform.context.clock.nowMs());
  await postToLedger(db, [{ ...gift, occurredAt, entries: creditEntries('goodwill', amountCents) }]);
}
