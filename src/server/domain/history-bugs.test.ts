/** Breaks one business rule at a time and expects random histories of an organization to detect each broken rule. */
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';

/** Seed 6 needs 41 histories to detect every bug; other seeds need up to 504. If the generators change, use another seed if needed. */
const HISTORIES = 200;
const SEED = 6;
const TIMEOUT_MS = 120_000;

const mocked = new Set<string>();

function breakModule<Module extends object>(path: string, broken: (real: Module) => Partial<Module>): void {
  mocked.add(path);
  vi.doMock(path, async (original) => {
    const real = await original<Module>();
    return { ...real, ...broken(real) };
  });
}

async function firstFaults(kind = ''): Promise<string> {
  vi.resetModules();
  const [{ invariantFaults }, { liveScript }, { scriptArbitrary }] = await Promise.all([
    import('#tests/oracle/history-faults.ts'),
    import('#tests/oracle/live-script.ts'),
    import('#tests/oracle/history-script.ts'),
  ]);
  let found: string[] = [];
  const isRight = fc.property(scriptArbitrary, (script) => {
    found = ['error: the history could not be told'];
    found = invariantFaults(liveScript(script)).filter((fault) => fault.startsWith(kind));
    return found.length === 0;
  });
  fc.check(isRight, { numRuns: HISTORIES, seed: SEED, endOnFailure: true });
  return found.join('\n');
}

afterEach(() => {
  for (const path of mocked) vi.doUnmock(path);
  mocked.clear();
  // Test files of the same worker share modules, so a module with a bug must not stay loaded.
  vi.resetModules();
});

it('finds nothing without a bug', async () => expect(await firstFaults()).toBe(''), TIMEOUT_MS);

it(
  'usage: an invoice that forgets what an earlier one holds',
  async () => {
    breakModule<typeof import('./price-group.ts')>('./price-group.ts', () => ({ invoicedByKey: () => new Map() }));
    expect(await firstFaults()).toMatch(/^usage: \S+ of the period/);
  },
  TIMEOUT_MS,
);

it(
  'usage: a spend cap that covers too much until an upgrade is paid',
  async () => {
    breakModule<typeof import('./change-timing.ts')>('./change-timing.ts', () => ({
      capOfNewCycle: (_, isOn) => ({ initiallyOn: isOn, changes: [] }),
    }));
    expect(await firstFaults()).toMatch(/^usage: \S+ of the period/);
  },
  TIMEOUT_MS,
);

it(
  'usage: the spending limits of now, for a period that is begun late',
  async () => {
    breakModule<typeof import('./budget/spending-limit.ts')>('./budget/spending-limit.ts', () => ({
      limitsFrom: (limits, startSeconds) => limits.slice(-1).map((last) => ({ ...last, atSeconds: startSeconds })),
    }));
    expect(await firstFaults()).toMatch(/^usage: \S+ of the period/);
  },
  TIMEOUT_MS,
);

it(
  'usage: a spending limit that a period begun late has only from now on',
  async () => {
    breakModule<typeof import('./budget/spending-limit.ts')>('./budget/spending-limit.ts', () => ({
      limitsFrom: (limits) => limits.slice(-1),
    }));
    expect(await firstFaults()).toMatch(/^usage: \S+ of the period/);
  },
  TIMEOUT_MS,
);

it(
  'usage: a spending limit that counts from its own second',
  async () => {
    breakModule<typeof import('./budget/spending-limit.ts')>('./budget/spending-limit.ts', () => ({ limitCountsFrom: (made) => made }));
    expect(await firstFaults()).toMatch(/^usage: \S+ of the period/);
  },
  TIMEOUT_MS,
);

it(
  'spending: usage that is reported later, charged above the limit',
  async () => {
    breakModule<typeof import('./late-usage.ts')>('./late-usage.ts', (real) => ({
      lateLines: (period) => real.lateLines({ ...period, stops: [] }),
    }));
    expect(await firstFaults('spending')).toMatch(/^spending: \S+ takes the cycle from \d+ to \d+, and its limit was \d+/);
  },
  TIMEOUT_MS,
);

it(
  'value: unused time of a fee that was never collected becomes credit',
  async () => {
    breakModule<typeof import('./unused-value.ts')>('./unused-value.ts', () => ({
      splitUnusedValue: (collectedCents) => ({ collectedCents, unpaidCents: 0, disputedCents: 0 }),
    }));
    expect(await firstFaults()).toMatch(/credit: \d+ is (left|owed)/);
  },
  TIMEOUT_MS,
);

it(
  'value: corrected usage of an invoice that was never collected becomes credit',
  async () => {
    breakModule<typeof import('./late-usage.ts')>('./late-usage.ts', () => ({
      takeOffUncollected: (_, invoices) => ({ reductions: [], rest: [...invoices] }),
    }));
    expect(await firstFaults()).toMatch(/^(value|credit): /);
  },
  TIMEOUT_MS,
);

it(
  'usage: late usage that no invoice takes',
  async () => {
    breakModule<typeof import('./late-usage.ts')>('./late-usage.ts', () => ({
      *lateLines() {
        yield 0;
        return [];
      },
    }));
    expect(await firstFaults()).toMatch(/^usage: \S+ of the period/);
  },
  TIMEOUT_MS,
);

it(
  'value: a refund that leaves the credit that its payment gave',
  async () => {
    breakModule<typeof import('./refund-split.ts')>('./refund-split.ts', () => ({
      splitRefund: (revenueCents) => ({ creditCents: 0, revenueCents }),
    }));
    expect(await firstFaults()).toMatch(/^(value|credit): /);
  },
  TIMEOUT_MS,
);

it(
  'value: a dispute that leaves the credit that its payment gave',
  async () => {
    breakModule<typeof import('./credit-sources.ts')>('./credit-sources.ts', () => ({ creditToHold: () => [] }));
    expect(await firstFaults()).toMatch(/^(value|credit): /);
  },
  TIMEOUT_MS,
);

it(
  'price: unused time that is rounded in favour of the customer',
  async () => {
    breakModule<typeof import('#lib/charge.ts')>('#lib/charge.ts', () => ({
      unusedValueCents: (price, start, end, now) => Math.ceil((price * Math.max(0, end - now)) / (end - start)),
    }));
    expect(await firstFaults()).toMatch(/^price: /);
  },
  TIMEOUT_MS,
);

it(
  'price: a contract whose price counts on Free',
  async () => {
    breakModule<typeof import('./plans.ts')>('./plans.ts', () => ({
      planPriceCents: (book, planId, contractPriceCents) => contractPriceCents ?? book.plans[planId].priceCents ?? 0,
    }));
    expect(await firstFaults()).toMatch(/^price: /);
  },
  TIMEOUT_MS,
);

it(
  'limit: as many changes a day as anybody likes',
  async () => {
    breakModule<typeof import('./change-limit.ts')>('./change-limit.ts', () => ({ nextChangeSeconds: () => null }));
    expect(await firstFaults()).toMatch(/limit: \d+ changes/);
  },
  TIMEOUT_MS,
);
