import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestPlatform } from '#tests/support/platform.ts';
import { countOf } from '#tests/support/counts.ts';
import { groundOfTests } from './ground-of-tests.ts';
import { SimulatedMailServer } from './email-life.ts';
import { simulate } from './simulate.ts';
import { openWorlds, type Worlds } from './worlds.ts';

const schedules = countOf('SCHEDULES', 10);
const firstSeed = countOf('SEED', 1);

const mails = new SimulatedMailServer();
let worlds: Worlds;
beforeAll(async () => {
  worlds = await openWorlds(groundOfTests(), undefined, undefined, mails.transport);
});
afterAll(() => worlds?.close());

it(
  `${schedules} schedules send each recipient each notice once, send nothing that is over, and lose nothing in 72 hours without mail`,
  async () => {
    for (let seed = firstSeed; seed < firstSeed + schedules; seed += 1) {
      const { faults, trace } = await simulate(worlds, seed, { mails });
      // To repeat one history: RELIABILITY_SEED=<seed> RELIABILITY_SCHEDULES=1 npx vitest run --project server-long tests/simulation/emails
      expect({ seed, faults, trace }).toEqual({ seed, faults: [], trace });
    }
  },
  60_000 + schedules * 15_000,
);

it('gives the same history each time', async () => {
  const [one, again] = [await simulate(worlds, firstSeed, { mails }), await simulate(worlds, firstSeed, { mails })];
  expect(again).toEqual(one);
}, 60_000);

async function firstFaults(when: string, table: string, body: string): Promise<string> {
  const prepare = async ({ context }: TestPlatform): Promise<void> => {
    await context.db.execute(`drop trigger if exists seeded_bug on ${table}`);
    await context.db.execute(`create or replace function seeded_bug() returns trigger language plpgsql as $$ begin ${body} end $$`);
    await context.db.execute(`create trigger seeded_bug before ${when} on ${table} for each row execute function seeded_bug()`);
  };
  try {
    for (let seed = 1; seed <= 20; seed += 1) {
      const { faults } = await simulate(worlds, seed, { mails, prepare });
      if (faults.length > 0) return faults.join('\n');
    }
    return 'nothing';
  } finally {
    const { context } = await worlds.begin();
    await context.db.execute(`drop trigger if exists seeded_bug on ${table}`);
  }
}

it.each([
  ['an event without its notice', 'insert', 'notices', `if new.kind = 'receipt' then return null; end if; return new;`, /has 0 receipts/],
  [
    'another amount than the ledger has',
    'insert',
    'notices',
    `if new.kind = 'receipt' then new.facts = jsonb_set(new.facts, '{amountCents}', '1'); end if; return new;`,
    /has 0 receipts|no money behind it/,
  ],
  [
    'a recipient who was left out',
    'insert',
    'notice_deliveries',
    `if new.address ilike 'ben%' then return null; end if; return new;`,
    /and not for .*ben@/,
  ],
  [
    'an email that is sent again',
    'update',
    'notice_deliveries',
    `if new.state = 'sent' and old.attempts = 1 then new.state = 'queued'; new.sent_at = null; end if; return new;`,
    /was sent again though it had arrived/,
  ],
  [
    'an email that is lost with its server',
    'update',
    'notice_deliveries',
    `if new.last_error = 'ECONNREFUSED' then new.state = 'withdrawn'; end if; return new;`,
    /was withdrawn because of ECONNREFUSED/,
  ],
  [
    'an email that waits for good',
    'update',
    'notice_deliveries',
    `if new.state = 'sent' then return old; end if; return new;`,
    /is queued/,
  ],
] as const)(
  'finds %s',
  async (_, when, table, body, fault) => {
    expect(await firstFaults(when, table, body)).toMatch(fault);
  },
  120_000,
);
