import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PaymentGateway } from '#server/gateway/gateway.ts';
import type { TestPlatform } from '#tests/support/platform.ts';
import { groundOfTests } from './ground-of-tests.ts';
import { simulate } from './simulate.ts';
import { openWorlds, type Worlds } from './worlds.ts';

let worlds: Worlds;
beforeAll(async () => {
  worlds = await openWorlds(groundOfTests());
});
afterAll(() => worlds?.close());

async function firstFaults(differs: Parameters<typeof simulate>[2], most = 40): Promise<string> {
  for (let seed = 1; seed <= most; seed += 1) {
    const { faults } = await simulate(worlds, seed, differs);
    if (faults.length > 0) return faults.join('\n');
  }
  return 'nothing';
}

const gatewayWith =
  (calls: (gateway: PaymentGateway) => Partial<Record<keyof PaymentGateway, unknown>>) =>
  (gateway: PaymentGateway): PaymentGateway => {
    const wrong = calls(gateway);
    return new Proxy(gateway, { get: (target, name: keyof PaymentGateway) => wrong[name] ?? target[name] });
  };

it('a double charge: keys that are not kept, and nothing given back', async () => {
  const gateway = gatewayWith((real) => ({
    createPayment: (input: never, key: string) => real.createPayment(input, `${key}:${Math.random()}`),
    createRefund: () => Promise.resolve({ ok: false, error: { kind: 'unknown_outcome', reason: 'timeout' } }),
  }));
  expect(await firstFaults({ bug: { gateway }, only: ['gateway fault', 'ask again', 'broken network'] })).toMatch(
    /paid \d times|has no effect|books hold/,
  );
}, 60_000);

it('an effect without a charge: a gateway that says yes and does nothing', async () => {
  const gateway = gatewayWith(() => ({
    createPayment: ({ amountCents, metadata }: { amountCents: number; metadata: object }) =>
      Promise.resolve({
        ok: true,
        value: {
          id: `pi_none${Math.floor(Math.random() * 1e9)}`,
          status: 'succeeded',
          amountCents,
          amountReceivedCents: amountCents,
          customerId: null,
          paymentMethodId: null,
          clientSecret: null,
          latestChargeId: null,
          lastFailure: null,
          metadata,
          createdSeconds: 0,
          canceledAtSeconds: null,
        },
      }),
  }));
  expect(await firstFaults({ bug: { gateway }, only: ['top up'] }, 5)).toMatch(/has an effect and no charge/);
}, 60_000);

it('a second effect of one attempt: a platform that forgets what it was asked', async () => {
  const beforeRetry = async ({ context }: TestPlatform): Promise<void> => {
    for (const table of ['idempotency_keys', 'captcha_tokens']) await context.db.execute(`delete from ${table}`);
  };
  expect(await firstFaults({ bug: { beforeRetry }, only: ['crash', 'broken network', 'restart', 'ask again'] })).toMatch(
    /from \d+ attempts/,
  );
}, 60_000);

const trigger = (body: string, event: string): readonly string[] => [
  `create or replace function seeded_bug() returns trigger language plpgsql as $$ begin ${body} end $$`,
  `create trigger seeded_bug before ${event} for each row execute function seeded_bug()`,
];
const without = (table: string): string => `drop trigger if exists seeded_bug on ${table}`;

async function withTrigger(body: string, event: string, table: string, only: readonly string[]): Promise<string> {
  const prepare = async ({ context }: TestPlatform): Promise<void> => {
    await context.db.execute(without(table));
    for (const statement of trigger(body, event)) await context.db.execute(statement);
  };
  try {
    return await firstFaults({ prepare, only }, 10);
  } finally {
    const { context } = await worlds.begin();
    await context.db.execute(without(table));
  }
}

it('credit that is not what was paid', async () => {
  expect(
    await withTrigger('new.amount_cents = new.amount_cents * 2; return new;', 'insert on ledger_entries', 'ledger_entries', ['top up']),
  ).toMatch(/the books hold/);
}, 60_000);

it('a charge whose effect is forgotten', async () => {
  expect(
    await withTrigger(`if new.state = 'credited' then return old; end if; return new;`, 'update on top_ups', 'top_ups', ['top up']),
  ).toMatch(/is open and its payment succeeded/);
}, 60_000);

it('what never comes to its end', async () => {
  expect(
    await withTrigger(`new.processed_at = null; return new;`, 'update on gateway_events', 'gateway_events', ['top up', 'events']),
  ).toMatch(/event .* waits/);
}, 60_000);
