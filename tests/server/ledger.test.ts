import { expect, it } from 'vitest';
import { rowsOf } from '#server/database/database.ts';
import { creditEntries, postToLedger, type LedgerTransaction } from '#server/store/ledger.ts';
import { findSubscription } from '#server/store/subscriptions.ts';
import { onEachStore, type TestPlatform } from '#tests/support/platform.ts';

/** Returns the SQLSTATE of the database error, which may be deep in the chain of causes. */
async function refusal(work: PromiseLike<unknown>): Promise<string> {
  try {
    await work;
    return 'accepted';
  } catch (error) {
    for (let cause = error; cause instanceof Error; cause = cause.cause) if ('code' in cause) return String(cause.code);
    throw error;
  }
}

const checkViolation = '23514';
const uniqueViolation = '23505';
const foreignKeyViolation = '23503';
const restrictViolation = '23001';

async function organizationId({ ask }: TestPlatform, slug: string): Promise<number> {
  return (await ask(`/platform/organizations/${slug}`, { as: 'owner' })).body.id;
}

let keys = 0;
const transaction = (
  organization: number,
  entries: LedgerTransaction['entries'],
  businessKey = `test:${(keys += 1)}`,
): LedgerTransaction => ({
  organizationId: organization,
  businessKey,
  description: 'A test',
  occurredAt: new Date(),
  entries,
});

onEachStore(
  (platform) => {
    const post = async (entries: LedgerTransaction['entries'], businessKey?: string) =>
      postToLedger(platform().context.db, [transaction(await organizationId(platform(), 'free-start'), entries, businessKey)]);
    const balance = async () => {
      const { context } = platform();
      return (await findSubscription(context.db, await organizationId(platform(), 'free-start'), { withAddons: false })).balanceCents;
    };

    it('counts what was posted, and nothing of what was refused', async () => {
      const before = await balance();
      await post(creditEntries('goodwill', 700));
      await post(creditEntries('cash', -200));
      expect(await balance()).toBe(before + 500);
      expect(
        await refusal(
          post([
            { account: 'cash', amountCents: 300 },
            { account: 'customer_credit', amountCents: -299 },
          ]),
        ),
      ).toBe(checkViolation);
      expect(await balance()).toBe(before + 500);
    });

    it('posts an effect once', async () => {
      const before = await balance();
      await post(creditEntries('cash', 1000), 'top-up:1');
      expect(await refusal(post(creditEntries('cash', 1000), 'top-up:1'))).toBe(uniqueViolation);
      expect(await balance()).toBe(before + 1000);
    });

    it.each([
      ['one entry', [{ account: 'cash', amountCents: 5 }]],
      ['no entry', []],
      [
        'an amount of zero',
        [
          { account: 'cash', amountCents: 0 },
          { account: 'revenue', amountCents: 0 },
        ],
      ],
    ] as const)('refuses a transaction with %s', async (_, entries) => {
      expect(await refusal(post(entries))).toBe(checkViolation);
    });

    it('refuses an account that does not exist', async () => {
      const entries = [
        { account: 'pocket' as 'cash', amountCents: 5 },
        { account: 'revenue' as const, amountCents: -5 },
      ];
      expect(await refusal(post(entries))).toBe(checkViolation);
    });

    it('refuses entries added later, also when they balance', async () => {
      const { db } = platform().context;
      await post(creditEntries('goodwill', 10), 'closed:1');
      const add = `insert into ledger_entries (transaction_id, organization_id, account, amount_cents)
      select t.id, t.organization_id, a.account, a.amount from ledger_transactions t,
        (values ('cash', 5), ('customer_credit', -5)) as a (account, amount) where t.business_key = 'closed:1'`;
      expect(await refusal(db.execute(add))).toBe(checkViolation);
    });

    it("refuses an entry of another organization than its transaction's", async () => {
      const { db } = platform().context;
      const other = await organizationId(platform(), 'pro-capped');
      const add = `insert into ledger_entries (transaction_id, organization_id, account, amount_cents)
      select id, ${other}, 'cash', 5 from ledger_transactions where organization_id <> ${other} limit 1`;
      expect(await refusal(db.execute(add))).toBe(foreignKeyViolation);
    });

    it.each([
      'update ledger_entries set amount_cents = amount_cents * 2',
      'delete from ledger_entries',
      'truncate ledger_entries',
      "update ledger_transactions set description = ''",
      'delete from ledger_transactions',
      'truncate ledger_transactions cascade',
    ])('refuses to change the past: %s', async (statement) => {
      expect(await refusal(platform().context.db.execute(statement))).toBe(restrictViolation);
    });

    it('is balanced as a whole and per organization', async () => {
      const sums = rowsOf<{ organization_id: number; total: number }>(
        await platform().context.db.execute('select organization_id, sum(amount_cents)::int as total from ledger_entries group by 1'),
      );
      expect(sums.length).toBeGreaterThan(5);
      expect(sums.filter(({ total }) => total !== 0)).toEqual([]);
    });
  },
  undefined,
  undefined,
  'database',
);
