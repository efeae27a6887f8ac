import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Store } from '#server/database/database.ts';
import { openStore } from '#server/database/open.ts';
import type { PaymentGateway } from '#server/gateway/gateway.ts';
import { createGateway } from '#server/gateway/stripe/create-gateway.ts';
import { createLog } from '#server/tracing/log.ts';
import type { GatewayInstance } from '#server/payments/context.ts';
import { adoptGateway, createGatewayInstance } from '#server/payments/gateway-instance.ts';
import { createSandboxGateway } from '#sandbox/sandbox-gateway.ts';
import { findInstance, forgetInstance, replaceInstance, type InstanceRow } from '#server/store/gateway-instance.ts';
import { openSandbox, testKeys, testWebhookSecret, type SandboxHarness } from '#tests/support/sandbox-harness.ts';

let folder: string;
let store: Store;
let harness: SandboxHarness;
const lines: Record<string, unknown>[] = [];
const log = createLog({ logLevel: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'billing-instance-'));
  const options = { mode: 'embedded', databaseUrl: null, startImage: inject('startImage'), report: () => undefined } as const;
  store = await openStore({ ...options, dataDir: folder });
});
afterAll(async () => {
  await harness?.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await harness?.close();
  harness = await openSandbox();
  await forgetInstance(store.db);
  lines.length = 0;
});

const start = (gateway: PaymentGateway = harness.gateway): GatewayInstance => createGatewayInstance({ db: store.db, gateway, log });
const standingOf = async (instance: GatewayInstance) => {
  const now = await instance.check();
  return now.kind === 'paused' ? now.reason : now.kind;
};

async function within<T>(row: InstanceRow | null, work: () => Promise<T>): Promise<[T, InstanceRow | null]> {
  await (row === null ? forgetInstance(store.db) : replaceInstance(store.db, row));
  const result = await work();
  return [result, await findInstance(store.db)];
}

describe('one database', () => {
  it('makes the reserved customer at its first start, and both counters rise at every start and every hour', async () => {
    const first = start();
    expect(await standingOf(first)).toBe('ours');
    const { customerId, instanceId } = (await findInstance(store.db)) ?? {};
    const held = async () => {
      const read = await harness.gateway.retrieveCustomer(customerId ?? '');
      return read.ok ? read.value.metadata : null;
    };
    expect(await held()).toMatchObject({ platform_instance: instanceId, platform_counter: '1' });
    expect(await standingOf(first)).toBe('ours');
    expect(await held()).toMatchObject({ platform_counter: '1' });
    expect(await standingOf(start())).toBe('ours');
    expect([(await findInstance(store.db))?.counter, (await held())?.['platform_counter']]).toEqual([2, '2']);
    await store.db.execute("update gateway_instance set raised_at = now() - interval '61 minutes'");
    expect(await standingOf(first)).toBe('ours');
    expect([(await findInstance(store.db))?.counter, (await held())?.['platform_counter']]).toEqual([3, '3']);
    expect((await harness.stripe.customers.list()).data).toHaveLength(1);
  });

  it('keeps all of its processes that start at once, in whatever order the gateway hears of them', async () => {
    const waiting: (() => void)[] = [];
    const updateCustomer: PaymentGateway['updateCustomer'] = async (...args) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return harness.gateway.updateCustomer(...args);
    };
    const processes = Array.from({ length: 5 }, () => start({ ...harness.gateway, updateCustomer }));
    const begun = processes.map((process) => process.check());
    await expect.poll(() => waiting.length).toBe(5);
    for (const go of waiting.toReversed()) {
      const before = (await harness.stripe.customers.list()).data[0]?.metadata['platform_mark'];
      go();
      await expect.poll(async () => (await harness.stripe.customers.list()).data[0]?.metadata['platform_mark']).not.toBe(before);
    }
    await Promise.all(begun);
    for (const process of processes) expect(await standingOf(process)).toBe('ours');
    expect(await standingOf(start())).toBe('ours');
    expect((await harness.stripe.customers.list()).data).toHaveLength(1);
  });

  it.each(['lost_before', 'lost_after', 'server_error_before', 'server_error_after'] as const)(
    'goes on after a start that died between the two counters (%s)',
    async (effect) => {
      expect(await standingOf(start())).toBe('ours');
      harness.sandbox.faults.add({ on: 'request', effect, method: 'POST', path: '/customers/:any', times: 99 });
      expect(await standingOf(start())).toBe('unverified');
      harness.sandbox.faults.clear();
      expect(await standingOf(start())).toBe('ours');
    },
  );

  it.each(['lost_before', 'lost_after', 'server_error_before', 'server_error_after'] as const)(
    'goes on after a first start that died at the reserved customer (%s)',
    async (effect) => {
      harness.sandbox.faults.add({ on: 'request', effect, method: 'POST', path: '/customers', times: 99 });
      expect(await standingOf(start())).toBe('unverified');
      harness.sandbox.faults.clear();
      expect(await standingOf(start())).toBe('ours');
    },
  );

  it('writes nothing while the gateway has not said whose it is, and asks it again', async () => {
    const instance = start();
    harness.sandbox.faults.add({ on: 'request', effect: 'server_error_before', method: 'GET', path: '/customers', times: 99 });
    expect(await instance.refusal()).toEqual({ kind: 'paused', reason: 'unverified', requestId: null });
    harness.sandbox.faults.clear();
    await expect.poll(() => instance.refusal(), { timeout: 3000 }).toBeNull();
  });

  it('stops at a gateway that does not know it, and at one that belongs to another', async () => {
    expect(await standingOf(start())).toBe('ours');
    const row = await findInstance(store.db);
    const elsewhere = await openSandbox();
    expect(await standingOf(start(elsewhere.gateway))).toBe('unknown_database');
    expect(lines).toContainEqual(expect.objectContaining({ event: 'gateway_writes_paused', reason: 'unknown_database' }));
    await elsewhere.close();
    const [other] = await within(null, async () => standingOf(start()));
    expect(other).toBe('other_instance');
    await harness.stripe.customers.del(row?.customerId ?? '');
    const [deleted] = await within(row, async () => standingOf(start()));
    expect(deleted).toBe('unknown_database');
  });
});

describe('a copy of a database', () => {
  it('that is behind stops, until an operator adopts the gateway: then the other one stops', async () => {
    const original = start();
    expect(await standingOf(original)).toBe('ours');
    const copied = await findInstance(store.db);
    expect(await standingOf(start())).toBe('ours');
    const continued = await findInstance(store.db);
    const [copy] = await within(copied, async () => {
      const instance = start();
      expect(await standingOf(instance)).toBe('behind');
      expect(await instance.refusal()).toMatchObject({ kind: 'paused', reason: 'behind' });
      return instance;
    });
    const [, adopted] = await within(copied, async () => {
      expect(await adoptGateway({ db: store.db, gateway: harness.gateway })).toEqual({ customersAreUnknown: false });
      expect(await standingOf(copy)).toBe('ours');
    });
    const [stopped] = await within(continued, () => standingOf(original));
    expect(stopped).toBe('other_instance');
    const [kept] = await within(adopted, () => standingOf(copy));
    expect(kept).toBe('ours');
    expect(lines.map(({ event }) => event)).toEqual(['gateway_writes_paused', 'gateway_writes_resumed', 'gateway_writes_paused']);
  });

  it('that starts while the original rises: one of the two goes on', async () => {
    expect(await standingOf(start())).toBe('ours');
    const row = await findInstance(store.db);
    let copy: GatewayInstance | null = null;
    let copied: InstanceRow | null = null;
    const updateCustomer: PaymentGateway['updateCustomer'] = async (...args) => {
      const mine = await findInstance(store.db);
      [copy, copied] = await within(row, async () => {
        const instance = start();
        await instance.check();
        return instance;
      });
      await within(mine, () => Promise.resolve());
      return harness.gateway.updateCustomer(...args);
    };
    const original = start({ ...harness.gateway, updateCustomer });
    expect(await standingOf(original)).toBe('unverified');
    expect(await standingOf(start())).toBe('behind');
    const [other] = await within(copied, () => standingOf(copy as unknown as GatewayInstance));
    expect(other).toBe('ours');
  });

  it('that has cards at a gateway which was removed stops before it has claimed one, and is told so when it adopts it', async () => {
    await store.db.execute("insert into organizations (slug, name) values ('gone', 'Gone')");
    await store.db.execute(
      "insert into customers (organization_id, key, gateway_id) select id, 'k', 'cus_gone' from organizations where slug = 'gone'",
    );
    const instance = start();
    expect(await standingOf(instance)).toBe('unknown_database');
    expect(await adoptGateway({ db: store.db, gateway: harness.gateway })).toEqual({ customersAreUnknown: true });
    expect(await standingOf(instance)).toBe('ours');
    await store.db.execute("delete from organizations where slug = 'gone'");
  });
});

describe('any history', () => {
  type Step =
    | { readonly kind: 'start' | 'look' | 'hour' | 'adopt'; readonly on: number }
    | { readonly kind: 'copy'; readonly on: number; readonly to: number }
    | { readonly kind: 'lose'; readonly how: 'server_error_before' | 'server_error_after' };
  const databases = fc.integer({ min: 0, max: 2 });
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('start' as const, 'look' as const), on: databases }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('hour' as const), on: databases }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('lose' as const),
        how: fc.constantFrom('server_error_before' as const, 'server_error_after' as const),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('copy' as const), on: databases, to: databases }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('adopt' as const), on: databases }) },
  );

  /** Creates a gateway in memory, because the test runs many histories. */
  async function gatewayInMemory() {
    const sandbox = await createSandboxGateway({
      ...testKeys,
      dataDir: null,
      clock: { nowMs: () => Date.now() },
      assetsDir: folder,
      origin: 'http://sandbox.invalid',
      automatic: false,
      onError: (error) => {
        throw error;
      },
    });
    const baseUrl = `http://sandbox.invalid${sandbox.basePath}`;
    const options = { secretKey: testKeys.secretKey, webhookSecret: testWebhookSecret, baseUrl, fetch: sandbox.fetch };
    return { sandbox, gateway: createGateway(options) };
  }

  /** Runs the steps, then checks each process twice. @returns indexes of databases with a process that may write to the gateway */
  async function live(steps: readonly Step[]): Promise<Set<number>> {
    const { sandbox, gateway } = await gatewayInMemory();
    const rows: (InstanceRow | null)[] = [null, null, null];
    const processes: GatewayInstance[][] = [[], [], []];
    const on = async (index: number, work: () => Promise<unknown>): Promise<void> => {
      [, rows[index]] = await within(rows[index] ?? null, work);
    };
    for (const next of steps) {
      if (next.kind === 'lose') sandbox.faults.add({ on: 'request', effect: next.how, method: 'POST', times: 2 });
      else if (next.kind === 'copy')
        [rows[next.to], processes[next.to]] = [rows[next.on] ?? null, next.to === next.on ? (processes[next.on] ?? []) : []];
      else
        await on(next.on, async () => {
          if (next.kind === 'adopt') await adoptGateway({ db: store.db, gateway });
          else if (next.kind === 'hour') await store.db.execute("update gateway_instance set raised_at = now() - interval '2 hours'");
          else if (next.kind === 'start') processes[next.on]?.push(start(gateway));
          for (const process of processes[next.on] ?? []) await process.check();
        });
    }
    sandbox.faults.clear();
    const writing = new Set<number>();
    for (const round of ['look', 'look again'])
      for (const index of [0, 1, 2])
        await on(index, async () => {
          for (const process of processes[index] ?? []) {
            const may = (await process.check()).kind === 'ours';
            if (round === 'look again' && may) writing.add(index);
          }
        });
    await sandbox.close();
    return writing;
  }

  it('of starts, copies, lost calls and adoptions leaves at most one database that moves money', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        expect((await live(steps)).size).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100, seed: 13 },
    );
  }, 120_000);

  it('without a copy stops no process', async () => {
    const stepWithoutCopy = step
      .filter((next) => next.kind !== 'copy' && next.kind !== 'adopt')
      .map((next) => ('on' in next ? { ...next, on: 0 } : next));
    await fc.assert(
      fc.asyncProperty(fc.array(stepWithoutCopy, { minLength: 1, maxLength: 14 }), async (steps) => {
        lines.length = 0;
        const writing = await live([...steps, { kind: 'start', on: 0 }]);
        expect([...writing]).toEqual([0]);
        expect(lines.filter(({ event }) => event === 'gateway_writes_paused')).toEqual([]);
      }),
      { numRuns: 40, seed: 13 },
    );
  }, 120_000);
});
