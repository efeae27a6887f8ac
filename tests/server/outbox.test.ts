import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { rowsOf, type Store } from '#server/database/database.ts';
import { openStore } from '#server/database/open.ts';
import { addWork, finishWork, delayWork, takeWork, type Work } from '#server/store/outbox.ts';

const leaseMs = 60_000;
const pauseMs = 1000;

let folder: string;
let store: Store;
let organizationId: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'billing-outbox-'));
  const options = { mode: 'embedded', databaseUrl: null, startImage: inject('startImage'), report: () => undefined } as const;
  store = await openStore({ ...options, dataDir: folder });
  const made = await store.db.execute("insert into organizations (slug, name) values ('acme', 'Acme') returning id");
  organizationId = rowsOf<{ id: number }>(made)[0]?.id ?? 0;
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

type Step = { readonly kind: 'save' | 'sleep' } | { readonly kind: 'go' | 'fail' | 'lose' | 'crash'; readonly process: number };

const runOf = (process: number): fc.Arbitrary<Step[]> =>
  fc
    .constantFrom('go' as const, 'fail' as const, 'lose' as const, 'crash' as const)
    .map((last) => [...Array.from({ length: 3 }, () => ({ kind: 'go' as const, process })), { kind: last, process }]);

/** Starts with a save. Two runs, further saves and expired leases follow in random order. */
const steps: fc.Arbitrary<Step[]> = fc
  .tuple(runOf(0), runOf(1), fc.integer({ min: 1, max: 2 }), fc.integer({ min: 0, max: 3 }))
  .chain(([first, second, saves, sleeps]) => {
    const all: Step[] = [...first, ...second];
    for (let times = 0; times < saves; times += 1) all.push({ kind: 'save' });
    for (let times = 0; times < sleeps; times += 1) all.push({ kind: 'sleep' });
    return fc.shuffledSubarray(all, { minLength: all.length });
  })
  .map((merged) => [{ kind: 'save' }, ...merged]);

/** A run of a process takes the work, reads the value that was saved last, sends this value to the gateway, and reports the result. */
interface Run {
  readonly work: Work;
  readonly endsAt: number;
  fact: number | null;
  isTold: boolean;
}

async function live(story: readonly Step[]): Promise<{ gatewayFact: number; fact: number }> {
  const { db } = store;
  await db.execute('delete from outbox');
  let [now, fact, gatewayFact] = [1_000_000, 0, 0];
  const runs = new Map<number, Run>();
  const take = async (): Promise<Run | null> => {
    const [work] = await takeWork(db, new Date(now), { until: new Date(now + leaseMs), by: 'a process' }, 1);
    return work ? { work, endsAt: now + leaseMs, fact: null, isTold: false } : null;
  };
  const go = async (process: number): Promise<void> => {
    const run = runs.get(process);
    if (!run) {
      const begun = await take();
      if (begun) runs.set(process, begun);
    } else if (run.fact === null) run.fact = fact;
    else if (!run.isTold) [gatewayFact, run.isTold] = [run.fact, true];
    else {
      await finishWork(db, run.work);
      runs.delete(process);
    }
  };
  for (const next of story) {
    if (next.kind === 'sleep') now += leaseMs + 1;
    if (next.kind === 'save') {
      fact += 1;
      await addWork(db, { organizationId, kind: 'sync_customer', subject: 'acme' });
    }
    if ('process' in next) {
      const run = runs.get(next.process);
      if (next.kind === 'go' || !run) await go(next.process);
      // If the lease has expired, a crash after the gateway call is ignored. A real call times out long before its lease expires.
      else if (next.kind === 'crash') runs.delete(run.isTold && now >= run.endsAt ? -1 : next.process);
      else if (run.fact !== null && !run.isTold) {
        if (next.kind === 'lose') gatewayFact = run.fact;
        await delayWork(db, run.work, new Date(now + pauseMs), 'no answer');
        runs.delete(next.process);
      }
    }
  }
  while (runs.size > 0) for (const process of runs.keys()) await go(process);
  for (let times = 0; times < 20; times += 1) {
    now += leaseMs + 1;
    const run = await take();
    if (!run) break;
    gatewayFact = fact;
    await finishWork(db, run.work);
  }
  const left = rowsOf(await db.execute("select id from outbox where state <> 'done'"));
  expect(left).toEqual([]);
  return { gatewayFact, fact };
}

it('the gateway hears the last word, however saves, runs, lost answers, crashes and ends of leases come in between', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      const { gatewayFact, fact } = await live(story);
      expect(gatewayFact).toBe(fact);
    }),
    { numRuns: 600, seed: 9 },
  );
}, 120_000);

const go = { kind: 'go', process: 0 } as const;

it('a save during the run of an earlier one is told after it', async () => {
  expect(await live([{ kind: 'save' }, go, go, { kind: 'save' }, go, go])).toEqual({ gatewayFact: 2, fact: 2 });
});

it('a run that outlived its lease and told old facts is followed by another', async () => {
  const other = { kind: 'go', process: 1 } as const;
  const sleep = { kind: 'sleep' } as const;
  expect(await live([{ kind: 'save' }, go, go, sleep, { kind: 'save' }, other, other, other, other, go, go])).toEqual({
    gatewayFact: 2,
    fact: 2,
  });
});

it('no other run begins while one has its lease, whatever is saved', async () => {
  const other = { kind: 'go', process: 1 } as const;
  const crash = { kind: 'crash', process: 0 } as const;
  expect(await live([{ kind: 'save' }, go, go, { kind: 'save' }, other, other, other, go, crash])).toEqual({ gatewayFact: 2, fact: 2 });
});
