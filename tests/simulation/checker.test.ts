import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MoneyEntry } from '#sandbox/store/entries.ts';
import type { Database } from '#server/database/database.ts';
import { booksSoFar, moneyFaults } from '#tests/support/money-checker.ts';
import { payerAt, testCard } from '#tests/support/payer.ts';
import type { TestPlatform } from '#tests/support/platform.ts';
import { BrowserClient, type Wish } from './browser-client.ts';
import { unsettled, wishFaults } from './checker.ts';
import { groundOfTests } from './ground-of-tests.ts';
import { startProcess } from './mortal-process.ts';
import { inSimulatedTime } from './simulated-time.ts';
import { epochMs, openWorlds, slugs, type Worlds } from './worlds.ts';

// Violates each rule of the checkers by hand, to prove that the checkers detect the violation.

const slug = slugs[0] ?? '';
let worlds: Worlds;
let platform: TestPlatform;
let db: Database;
let log: readonly MoneyEntry[];
let since: number;
let wishes: Wish[];

async function live(): Promise<void> {
  platform = await worlds.begin();
  db = platform.context.db;
  since = await booksSoFar(db);
  const payer = payerAt(platform);
  const client = new BrowserClient(platform, slug);
  await client.signIn();
  const process = startProcess(platform, (gateway) => gateway);
  for (let count = 0; count < 2; count += 1) {
    const body = { amount: 100, payment_method_id: await payer.card(testCard.good), hcaptcha_token: payer.captcha() };
    expect(await client.submit(process, client.newWish('top-up', body))).toBe('201');
  }
  const change = client.newWish('change', { tier: 'tier_team', payment_method: await payer.card(testCard.good) });
  expect(await client.submit(process, change)).toBe('200');
  await payer.settled();
  wishes = client.wishes;
  log = [...payer.sandbox.money()];
}

beforeAll(async () => {
  worlds = await openWorlds(groundOfTests());
  await inSimulatedTime(epochMs, live);
});
afterAll(async () => {
  await platform?.stop();
  await worlds?.close();
});

/** Runs a statement that bypasses the database's constraints. Returns the faults that the checkers then find. */
async function found(statement: string): Promise<string> {
  return inSimulatedTime(epochMs, () => foundNow(statement));
}

async function foundNow(statement: string): Promise<string> {
  let faults: string[] = [];
  const undo = new Error('undone');
  const work = db.transaction(async (tx) => {
    await tx.execute("select set_config('session_replication_role', 'replica', true)");
    await tx.execute(statement);
    faults = [...(await moneyFaults(tx, log, since)), ...(await wishFaults(tx, slug, wishes)), ...(await unsettled(tx))];
    throw undo;
  });
  await expect(work).rejects.toBe(undo);
  return faults.join('\n');
}

it('is content with what is right', async () => {
  expect(await found('select 1')).toBe('');
});

describe('the charge log', () => {
  const inLog = async (entries: readonly MoneyEntry[]): Promise<string> => (await moneyFaults(db, entries, since)).join('\n');
  const [first] = [() => log.find(({ kind }) => kind === 'charge_succeeded') as MoneyEntry];

  it('with a second charge for one thing', async () => {
    const twice = { ...first(), charge: 'ch_again', paymentIntent: 'pi_again' };
    expect(await inLog([...log, twice])).toMatch(/has no effect[^]*was paid 2 times[^]*books hold/);
  });
  it('without the charge of an effect', async () => {
    expect(await inLog(log.filter((entry) => entry.charge !== first().charge))).toMatch(/has an effect and no charge/);
  });
  it('with another amount', async () => {
    expect(await inLog(log.map((entry) => (entry === first() ? { ...entry, amount: entry.amount + 1 } : entry)))).toMatch(
      /and was charged/,
    );
  });
});

const anyTopUp = `(select id from top_ups where state = 'credited' limit 1)`;

it.each<[string, string, RegExp]>([
  ['a payment that is forgotten', "update payments set state = 'canceled' where top_up_id is not null", /has no effect/],
  ['credit that was not posted', `delete from ledger_transactions where business_key = 'top-up:' || ${anyTopUp}`, /has 0 credits/],
  ['a top-up that is not credited', `update top_ups set state = 'failed' where id = ${anyTopUp}`, /is failed and its payment succeeded/],
  ['a plan that did not change', "update changes set state = 'failed'", /change .* is failed and its payment succeeded/],
  [
    'books off balance',
    'update ledger_entries set amount_cents = amount_cents + 1 where id = (select max(id) from ledger_entries)',
    /off balance[^]*books sum to/,
  ],
  ['cash that nobody paid', "update ledger_entries set amount_cents = amount_cents * 2 where account = 'cash'", /books hold/],
  [
    'a skipped invoice number',
    `update invoices set number = regexp_replace(number, '[0-9]+$', '9999') where id = (select max(id) from invoices)`,
    /invoices with \d+ numbers up to 9999/,
  ],
  [
    'an invoice number that is used twice',
    `insert into invoice_corrections select organization_id, id, 1, number, 'A-CN-0001', '{}', '{}', now() from invoices limit 1`,
    /has 2 invoices with 1 numbers/,
  ],
  [
    'a skipped number of a credit note',
    `insert into invoice_corrections select organization_id, id, 1, number || '0', 'A-CN-0002', '{}', '{}', now() from invoices limit 1`,
    /has 1 credit notes with 1 numbers up to 2/,
  ],
  ['a subscription without a running period', 'update billing_periods set closed_at = starts_at', /0 running periods/],
  [
    'more top-ups than were asked for',
    `insert into top_ups select id || 'x', organization_id, member_id, 'failed', amount_cents, created_at, expires_at from top_ups limit 1`,
    /from 2 attempts/,
  ],
  [
    'an effect that was refused',
    `insert into top_ups select id || 'x', organization_id, member_id, state, amount_cents, created_at, expires_at from top_ups limit 1`,
    /were refused/,
  ],
  ['an effect that was confirmed and is gone', `update top_ups set state = 'canceled'`, /was told of 2/],
  ['a payment without an end', "update payments set state = 'processing' where top_up_id is not null", /payment .* is processing/],
  [
    'work that is not done',
    `insert into outbox (organization_id, kind, subject, run_after) select id, 'refund', 'pi_1', now() from organizations limit 1`,
    /work refund/,
  ],
  ['an event that nobody looks at', 'update gateway_events set processed_at = null', /event .* waits/],
  [
    'a key in use',
    "update idempotency_keys set state = 'in_progress', status = null, response = null, locked_until = '2100-01-01'",
    /is in use/,
  ],
])('finds %s', async (_, statement, fault) => {
  expect(await found(statement)).toMatch(fault);
});

it('finds a wish whose end nobody knows', async () => {
  const [wish] = wishes;
  if (!wish) throw new Error('There is no wish');
  expect((await wishFaults(db, slug, [...wishes.slice(1), { ...wish, outcome: null }])).join()).toMatch(/nobody knows/);
});
