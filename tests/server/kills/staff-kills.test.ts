import { afterEach, expect, inject, it } from 'vitest';
import { createKey, longestKeySeconds } from '#server/admin/keys.ts';
import { adminScopes } from '#contract/admin/admin-declaration.ts';
import { rowsOf } from '#server/database/database.ts';
import { addressRules } from '#server/webhooks/checked-address.ts';
import type { RunningProgram } from '#tests/support/built-program.ts';
import { moneyFaults } from '#tests/support/money-checker.ts';
import { seeded } from '#tests/support/random.ts';
import type { StoreKind } from '#tests/support/stores-under-test.ts';
import { toppedUp } from './kill-organizations.ts';
import { Load } from './load.ts';
import { openGround, type Ground } from './mortal-program.ts';

const kills = 4;
const kinds: StoreKind[] = inject('postgresUrl') === null ? ['pglite'] : ['pglite', 'postgres'];

interface Sent {
  readonly key: string;
  readonly path: string;
  readonly body: object;
  answer: { readonly status: number; readonly text: string } | null;
}

let program: RunningProgram | null = null;
let ground: Ground | null = null;
afterEach(async () => {
  await program?.end('SIGKILL');
  await ground?.clear();
  program = null;
  ground = null;
});

const newKey = (at: Ground): Promise<string> =>
  at.look(
    async ({
      db,
      clock,
      secrets,
      config: { mode, webhookPorts, lateUsageDays, usageReviewAboveCents, usageClockAheadSeconds, priceNoticeDays, emailLimits },
    }) => {
      const parts = {
        db,
        nowSeconds: clock.nowSeconds(),
        lateUsageDays,
        usageReviewAboveCents,
        usageClockAheadSeconds,
        priceNoticeDays,
        emailLimits,
        approvedBy: 'keys' as const,
        paymentContext: null,
        hosts: addressRules({ mode, webhookPorts }),
        secrets,
      };
      const body = { name: 'staff', owner: 'ops@example.com', scopes: [...adminScopes], expires_at: parts.nowSeconds + longestKeySeconds };
      const key = { id: 'command', name: 'command', scopes: adminScopes };
      return (await createKey({ params: {}, query: {}, body }, { ...parts, key })).data.key;
    },
  );

it.each(kinds)(
  'on %s each action of the staff is done once under its key, whenever the process is killed',
  async (kind) => {
    const openedGround = await openGround(kind, () => (program ? [program] : []));
    ground = openedGround;
    const bearer = await newKey(openedGround);
    const random = seeded(5);
    const all: Sent[] = [];
    const send = async (origin: string, each: Sent): Promise<void> => {
      const answer = await fetch(`${origin}/admin/v1${each.path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json', 'Idempotency-Key': each.key },
        body: JSON.stringify(each.body),
      }).catch(() => null);
      if (!answer) return;
      const text = await answer.text().catch(() => null);
      if (text === null) return;
      if (each.answer) expect([each.key, answer.status, text]).toEqual([each.key, each.answer.status, each.answer.text]);
      each.answer = { status: answer.status, text };
    };
    program = await openedGround.start();
    const load = new Load(openedGround.card);
    await load.signIn(program.origin);
    const before = await load.prepare(program.origin, seeded(1));
    let left = 200;
    const { end: stop } = program;
    await load.run(program.origin, 1, before, () => {
      left -= 1;
      if (left === 0) void stop('SIGTERM');
    });
    await load.askAgain((program = await openedGround.start()).origin, () => true);
    const payments = await (async () => {
      await program.end('SIGTERM');
      program = null;
      return openedGround.look(async ({ db }) =>
        rowsOf<{ id: string }>(await db.execute("select id from payments where state = 'succeeded' and channel = 'intent' order by id")),
      );
    })();
    expect(payments.length).toBeGreaterThan(0);
    for (let round = 0; round <= kills; round += 1) {
      program = await openedGround.start();
      const { origin, end } = program;
      for (const each of all.filter(({ answer }) => answer === null)) await send(origin, each);
      if (round === kills) break;
      const timer = setTimeout(() => void end('SIGKILL'), 50 + random.below(900));
      const fresh = Array.from({ length: 30 }, (_, index): Sent => {
        const key = `kill-${round}-${index}`;
        const reason = `Reason ${key}`;
        if (random.chance(0.4))
          return {
            key,
            path: `/payments/${random.pick(payments).id}/refunds`,
            body: { amount_cents: 1 + random.below(300), reason },
            answer: null,
          };
        return {
          key,
          path: `/organizations/${random.pick(toppedUp)}/credits`,
          body: { amount_cents: 1 + random.below(900), reason },
          answer: null,
        };
      });
      all.push(...fresh);
      for (let at = 0; at < fresh.length; at += 3) await Promise.all(fresh.slice(at, at + 3).map((each) => send(origin, each)));
      clearTimeout(timer);
      await end('SIGKILL');
    }
    for (const each of all.slice(0, 10)) await send(program?.origin ?? '', each);
    await program?.end('SIGTERM');
    program = null;
    const done = all.filter(({ answer }) => answer?.status === 201);
    expect(all.filter(({ answer }) => answer === null)).toEqual([]);
    expect(done.length).toBeGreaterThan(20);
    const { actions, faults } = await openedGround.look(async (context, charges) => {
      for (const table of ['outbox', 'gateway_events'])
        await context.db.execute(`update ${table} set run_after = now() - interval '1 hour'`);
      await context.payments.worker.reconcile(0);
      await context.payments.sandbox?.gateway?.deliver(true);
      await context.payments.worker.idle();
      const rows = rowsOf<{ reason: string }>(await context.db.execute('select reason from staff_actions order by place'));
      return { actions: rows.map(({ reason }) => reason), faults: await moneyFaults(context.db, charges(), openedGround.since) };
    });
    expect(actions.toSorted()).toEqual(done.map(({ key }) => `Reason ${key}`).toSorted());
    expect(faults).toEqual([]);
  },
  240_000,
);
