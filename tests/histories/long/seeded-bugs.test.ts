import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/database/database.ts';
import * as changes from '#tests/histories/change-acts.ts';
import type { Step } from '#tests/histories/history-actor.ts';
import { openHistoryWorlds } from '#tests/histories/history-world.ts';
import * as limits from '#tests/histories/limit-acts.ts';
import { liveHistories } from '#tests/histories/live-histories.ts';
import * as money from '#tests/histories/money-acts.ts';
import * as usage from '#tests/histories/usage-acts.ts';
import { groundOfTests } from '#tests/simulation/ground-of-tests.ts';
import type { Worlds } from '#tests/simulation/worlds.ts';

/** Number of histories in a small world. Small worlds with three histories expose most bugs; the other bugs need a large, slower world. */
const small = 3;
const large = 8;
const mostWorlds = 6;

let worlds: Worlds;
beforeAll(async () => {
  worlds = await openHistoryWorlds({ ...groundOfTests(), cluster: null }, large);
});
afterAll(() => worlds?.close());

/** A seeded bug: a database trigger that changes rows before they are written, so that they break a rule of the server. */
interface Bug {
  readonly table: string;
  readonly on: 'insert' | 'update' | 'insert or update';
  readonly body: string;
  readonly aim: readonly Step[];
  /** First seed of the search in large worlds. Set only if small worlds do not expose the bug. */
  readonly largeWorld?: number;
}

const asQuoted: Step = ['change as quoted', changes.changeAsQuoted];
const usageNow: Step = ['usage', usage.reportUsage];
const lateEgress: Step = ['late egress', usage.reportLateEgress];
const egress: Step = ['egress', usage.useMuchEgress];
const topUp: Step = ['top-up', money.topUpAndDispute];
const paidChange = (tier: 'tier_pro' | 'tier_payg' | 'tier_team'): Step => ['change', changes.paidChangeTo(tier)];
const preview = (tier: 'tier_free' | 'tier_pro'): Step => ['preview', changes.previewTo(tier)];
const backAndForth = [paidChange('tier_team'), paidChange('tier_payg')];

async function plant(db: Database, { table, on, body }: Bug): Promise<void> {
  await db.execute(`create or replace function seeded_bug() returns trigger language plpgsql as $$ begin ${body} return new; end $$`);
  await db.execute(`create trigger seeded_bug before ${on} on ${table} for each row execute function seeded_bug()`);
}

async function faultsWith(bug: Bug): Promise<string> {
  let db: Database | null = null;
  const prepare = async (ownDb: Database): Promise<void> => {
    db = ownDb;
    await ownDb.execute(`drop trigger if exists seeded_bug on ${bug.table}`);
    await plant(ownDb, bug);
  };
  try {
    const first = bug.largeWorld ?? 1;
    for (let seed = first; seed < first + mostWorlds; seed += 1) {
      const lived = await liveHistories(worlds, seed, bug.largeWorld ? large : small, { prepare, aim: bug.aim });
      const found = lived.flatMap(({ faults }) => faults);
      if (found.length > 0) return found.join('\n');
    }
    return 'nothing';
  } finally {
    await (db as Database | null)?.execute(`drop trigger if exists seeded_bug on ${bug.table}`);
  }
}

it.each<[what: string, bug: Bug, found: RegExp]>([
  [
    'usage that is added up wrong',
    { table: 'usage_totals', on: 'insert or update', body: 'new.quantity = floor(new.quantity / 2);', aim: [egress, usageNow] },
    /usage: \S+ of the period/,
  ],
  [
    'a record that counts although it was corrected',
    {
      table: 'usage_records',
      on: 'update',
      body: 'new.replaced_by = null;',
      aim: [egress, usageNow, ['correction', usage.correctUsage]],
    },
    /usage: \S+ of the period/,
  ],
  [
    'a correction that leaves its unpaid invoice as it is',
    {
      table: 'credit_notes',
      on: 'insert',
      body: 'if new.period_id is not null then new.amount_cents = 1; end if;',
      aim: [egress, ['correction', usage.correctUsage]],
      largeWorld: 1,
    },
    /(value|credit|price): /,
  ],
  [
    'late usage that no invoice takes',
    { table: 'billing_periods', on: 'update', body: 'new.has_late_usage = false;', aim: [lateEgress] },
    /usage: \S+ of the period/,
  ],
  [
    'late usage that is billed again with what is reported even later',
    {
      table: 'invoice_lines',
      on: 'insert',
      body: 'if new.reported_later then new.period_id = null; end if;',
      aim: [lateEgress],
    },
    /usage: \S+ of the period/,
  ],
  [
    'late usage that is billed for the time of its invoice',
    {
      table: 'invoice_lines',
      on: 'insert',
      body: "if new.reported_later then new.period_start = new.period_start + interval '1 day'; end if;",
      aim: [lateEgress],
    },
    /usage: \S+ of \S+ is invoiced for a period|usage: \S+ of the period/,
  ],
  [
    'late usage that is waived, however much it is',
    {
      table: 'invoices',
      on: 'insert or update',
      body: `if new.kind = 'final' and new.status in ('open', 'issued') then new.amount_due_cents = 0; new.status = 'paid'; end if;`,
      aim: [lateEgress, ['change', changes.changePlanTo('tier_free')], lateEgress],
    },
    /(value|credit): /,
  ],
  [
    'a small sum that is carried and never collected',
    {
      table: 'ledger_entries',
      on: 'insert',
      body: `if new.account = 'customer_credit' and new.amount_cents between 1 and 49 then new.account = 'bad_debt'; end if;`,
      aim: [['goodwill', money.giveGoodwill], ...backAndForth],
    },
    /value: /,
  ],
  [
    'money that a bank has withdrawn and that stays credit',
    {
      table: 'ledger_entries',
      on: 'insert',
      body: `if new.account = 'customer_credit' and new.amount_cents > 0
        and exists (select 1 from ledger_transactions t where t.id = new.transaction_id and t.business_key like 'dispute:%')
        then new.account = 'bad_debt'; end if;`,
      aim: [topUp],
    },
    /(value|credit|server): /,
  ],
  [
    'unused time that is rounded up',
    {
      table: 'invoice_lines',
      on: 'insert',
      body: `if new.key = 'unused_time' then new.amount_cents = new.amount_cents - 2; end if;`,
      aim: backAndForth,
    },
    /(price|value): /,
  ],
  [
    'a change without a charge that counts from its quote',
    {
      table: 'changes',
      on: 'insert',
      body: 'if new.charge_cents = 0 then select quoted_at into new.effective_at from quotes where id = new.quote_id; end if;',
      aim: [preview('tier_free'), egress, asQuoted, paidChange('tier_payg')],
    },
    /(usage|price|value|server): /,
  ],
  [
    'unused time of a fee that was never collected',
    { table: 'billing_periods', on: 'insert', body: 'new.fee_invoice_id = null;', aim: backAndForth, largeWorld: 2 },
    /(credit|value|price): /,
  ],
  [
    'a fee that is worth more than was charged',
    { table: 'billing_periods', on: 'insert', body: 'new.fee_charged_cents = new.fee_charged_cents * 2;', aim: backAndForth },
    /(price|value): /,
  ],
  [
    'an overdue invoice that no longer restricts once it is given up on',
    {
      table: 'organizations',
      on: 'update',
      body: `if not exists (select 1 from invoices i where i.organization_id = new.id and i.status in ('open', 'issued')) then new.restriction_status = null; end if;`,
      aim: [egress, ['forgive', money.writeOffInvoice]],
      largeWorld: 1,
    },
    /restriction: in_\S+ is due/,
  ],
  [
    'quotas that begin no case',
    {
      table: 'restriction_reviews',
      on: 'insert or update',
      body: 'new.quota_case_at = null;',
      aim: [['change', changes.changePlanTo('tier_free')], egress],
    },
    /restriction: the cycle that ended at \d+/,
  ],
  [
    'a late period that takes the limit of now from its start',
    {
      table: 'billing_periods',
      on: 'insert',
      body: `if jsonb_array_length(new.limit_changes) > 0 then
        new.limit_changes = jsonb_build_array(jsonb_set(new.limit_changes -> -1, '{atSeconds}', to_jsonb(extract(epoch from new.starts_at)::bigint)));
        end if;`,
      aim: [['limit during an upgrade', limits.setLimitDuringUpgrade]],
    },
    /usage: \S+ of the period/,
  ],
  [
    'changes that do not count for their limit',
    {
      table: 'changes',
      on: 'insert or update',
      body: 'new.counts_for_limit = false;',
      aim: [['many changes', changes.changeManyTimes]],
      largeWorld: 2,
    },
    /limit: \d+ changes/,
  ],
])('finds %s', async (_, bug, found) => expect(await faultsWith(bug)).toMatch(found), 120_000);
