import { afterEach, expect, inject, it } from 'vitest';
import { createKey, longestKeySeconds } from '#server/admin/keys.ts';
import { adminScopes } from '#contract/admin/admin-declaration.ts';
import { addBudget } from '#server/billing/budgets/save-budget.ts';
import { instantOf, rowsOf, type Database } from '#server/database/database.ts';
import { projectRef } from '#server/seed/identifiers.ts';
import { addressRules } from '#server/webhooks/checked-address.ts';
import type { RunningProgram } from '#tests/support/built-program.ts';
import { countOf } from '#tests/support/counts.ts';
import { seeded } from '#tests/support/random.ts';
import type { StoreKind } from '#tests/support/stores-under-test.ts';
import { toppedUp } from './kill-organizations.ts';
import { openGround, type Ground } from './mortal-program.ts';

const kills = countOf('KILLS', 5);
const kinds: StoreKind[] = inject('postgresUrl') === null ? ['pglite'] : ['pglite', 'postgres'];
const limited = toppedUp.slice(0, 3);
const gb = 1_000_000_000;
const percents = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

let program: RunningProgram | null = null;
let ground: Ground | null = null;
afterEach(async () => {
  await program?.end('SIGKILL');
  await ground?.clear();
  program = null;
  ground = null;
});

interface Batch {
  readonly records: readonly object[];
  isTaken: boolean;
}

const idOf = async (db: Database, slug: string): Promise<number> =>
  rowsOf<{ id: number }>(await db.execute(`select id from organizations where slug = '${slug}'`))[0]?.id ?? 0;

it.each(kinds)(
  'on %s each threshold is crossed once, whenever the process is killed and however often usage is sent again',
  async (kind) => {
    const openedGround = await openGround(kind, () => (program ? [program] : []));
    ground = openedGround;
    const random = seeded(7);
    const { bearer, at } = await openedGround.look(
      async ({
        db,
        clock,
        secrets,
        config: { mode, webhookPorts, lateUsageDays, usageReviewAboveCents, usageClockAheadSeconds, priceNoticeDays, emailLimits },
      }) => {
        const nowSeconds = clock.nowSeconds();
        for (const [index, slug] of limited.entries()) {
          const organizationId = await idOf(db, slug);
          const terms = {
            name: 'Limit',
            scope: 'organization',
            basis: 'overage',
            amountCents: 9000,
            thresholds: percents.map((percent) => ({ percent, on: 'actual' as const })),
            atLimit: 'stop',
            recipients: null,
          } as const;
          const id = `bud_${String(index).padStart(24, '0')}`;
          await db.transaction((tx) => addBudget(tx, { id, organizationId, ...terms, createdAt: instantOf(nowSeconds) }, nowSeconds));
        }
        const parts = {
          db,
          nowSeconds,
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
        const body = { name: 'meter', owner: 'ops@example.com', scopes: [...adminScopes], expires_at: nowSeconds + longestKeySeconds };
        const key = { id: 'command', name: 'command', scopes: adminScopes };
        return { bearer: (await createKey({ params: {}, query: {}, body }, { ...parts, key })).data.key, at: nowSeconds - 60 };
      },
    );
    // The first batch of an organization uses up the included 250 GB. Each later batch costs $3.15; thresholds are $9.00 apart.
    const batches = limited.flatMap((organization) =>
      Array.from({ length: 30 }, (_, index): Batch => {
        const record = { organization, project_ref: projectRef(organization, 'web'), metric: 'EGRESS', at };
        const quantity = index === 0 ? 250 * gb : 35 * gb;
        return { records: [{ ...record, id: `${organization}-${index}`, quantity }], isTaken: false };
      }),
    );
    const send = async (origin: string, batch: Batch): Promise<void> => {
      const answer = await fetch(`${origin}/admin/v1/usage`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ records: batch.records }),
      }).catch(() => null);
      if (answer?.status === 200) batch.isTaken = true;
      await answer?.text().catch(() => null);
    };
    for (let round = 0; round <= kills; round += 1) {
      program = await openedGround.start();
      const { origin, end } = program;
      const isLast = round === kills;
      const open = batches.filter(({ isTaken }) => !isTaken);
      const again = batches.filter(({ isTaken }) => isTaken && random.chance(0.3));
      const queue = isLast ? open : [...again, ...open];
      const timer = isLast ? undefined : setTimeout(() => void end('SIGKILL'), 50 + random.below(1200));
      for (let from = 0; from < queue.length; from += 4) await Promise.all(queue.slice(from, from + 4).map((batch) => send(origin, batch)));
      clearTimeout(timer);
      await end(isLast ? 'SIGTERM' : 'SIGKILL');
    }
    program = null;
    expect(batches.filter(({ isTaken }) => !isTaken)).toEqual([]);
    const found = await openedGround.look(async ({ db, jobs, clock, notices }) => {
      // The job checks thresholds for batches that a killed process had booked but not checked.
      await jobs.moveClock(clock.nowSeconds() + 120);
      await notices.send(new Date(Date.now() + 3_600_000));
      const all = async <T>(query: string): Promise<T[]> => rowsOf<T>(await db.execute(query));
      return {
        crossed: await all<{ slug: string; percent: number }>(`select o.slug, (t ->> 'percent')::int as percent
          from budget_events e join organizations o on o.id = e.organization_id, jsonb_array_elements(e.thresholds) t
          where e.kind = 'crossed' order by o.slug, percent`),
        stops: await all<{ reached: boolean }>('select is_limit_reached as reached from budget_reviews order by organization_id'),
        counts: await all<Record<'events' | 'notices' | 'platform_events', number>>(`select
          (select count(*) from budget_events where kind = 'crossed')::int as events,
          (select count(*) from notices where kind = 'budget_crossed')::int as notices,
          (select count(*) from platform_events where type = 'budget.crossed')::int as platform_events`),
      };
    });
    expect(found.crossed.map(({ slug, percent }) => `${slug} ${percent}`)).toEqual(
      limited.toSorted().flatMap((slug) => percents.map((percent) => `${slug} ${percent}`)),
    );
    expect(found.stops.map(({ reached }) => reached)).toEqual(limited.map(() => true));
    const [counts] = found.counts;
    expect([counts?.notices, counts?.platform_events]).toEqual([counts?.events, counts?.events]);
  },
  240_000,
);
