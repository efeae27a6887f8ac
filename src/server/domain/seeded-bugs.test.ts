/** Seeds a bug in one module at a time and expects a property test to fail. This proves that the properties detect bugs. */
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { type Charge, type ChargeInput, chargeToday } from '#lib/charge.ts';
import { RUNS, TIMEOUT_MS } from '#tests/oracle/scenario.ts';

const CASES = Math.max(RUNS, 2000);
const SEED = 20_260_101;

type Properties = typeof import('#tests/oracle/properties.ts') & typeof import('#tests/oracle/charge-properties.ts');
type Engine = typeof import('#tests/oracle/whole-results.ts');

async function isCaught(choose: (properties: Properties, engine: Engine) => fc.IProperty<never>): Promise<boolean> {
  vi.resetModules();
  const [ofBills, ofCharges, engine] = await Promise.all([
    import('#tests/oracle/properties.ts'),
    import('#tests/oracle/charge-properties.ts'),
    import('#tests/oracle/whole-results.ts'),
  ]);
  const properties = { ...ofBills, ...ofCharges };
  const { failed, errorInstance } = fc.check(choose(properties, engine), { numRuns: CASES, seed: SEED, endOnFailure: true });
  if (failed && (errorInstance as Error).name !== 'AssertionError') throw errorInstance;
  return failed;
}

const oracle = (properties: Properties, { billUsage }: Engine): fc.IProperty<never> =>
  properties.agreesWithOracle(billUsage) as fc.IProperty<never>;

afterEach(() => {
  for (const path of ['#lib/money.ts', '#lib/money-ratio.ts', './hour-meter.ts', './periods.ts', './allocate.ts', './invoice.ts'])
    vi.doUnmock(path);
});

it(
  'passes without a bug',
  async () => {
    expect(await isCaught(oracle)).toBe(false);
  },
  TIMEOUT_MS,
);

it(
  'finds rounding towards zero',
  async () => {
    vi.doMock('#lib/money.ts', async (original) => ({ ...(await original<object>()), divideHalfAway: (a: bigint, b: bigint) => a / b }));
    expect(await isCaught(oracle)).toBe(true);
  },
  TIMEOUT_MS,
);

it(
  'finds an hour that is paid again after a cycle has started within it',
  async () => {
    vi.doMock('./hour-meter.ts', async (original) => {
      const real = await original<typeof import('./hour-meter.ts')>();
      class Forgetful extends real.HourMeter {
        override raise(
          ...[from, until, level, allowance, slots, growth]: Parameters<InstanceType<typeof real.HourMeter>['raise']>
        ): number {
          return super.raise(Math.max(from, slots.startSeconds), until, level, allowance, slots, growth);
        }
      }
      return { ...real, HourMeter: Forgetful };
    });
    expect(await isCaught((properties, { billUsage }) => properties.splitCyclesPayOnce(billUsage) as fc.IProperty<never>)).toBe(true);
    expect(await isCaught(oracle)).toBe(true);
  },
  TIMEOUT_MS,
);

it(
  'finds quotas and credits that are not prorated',
  async () => {
    vi.doMock('./periods.ts', async (original) => ({
      ...(await original<object>()),
      cycleShare: () => ({ numerator: 1n, denominator: 1n }),
    }));
    expect(await isCaught(oracle)).toBe(true);
  },
  TIMEOUT_MS,
);

it(
  'finds overage that is charged under a spend cap',
  async () => {
    vi.doMock('./periods.ts', async (original) => ({
      ...(await original<object>()),
      capSegments: (fromSeconds: number, untilSeconds: number) =>
        untilSeconds > fromSeconds ? [{ fromSeconds, untilSeconds, capOn: false }] : [],
    }));
    expect(await isCaught(oracle)).toBe(true);
  },
  TIMEOUT_MS,
);

it(
  'finds breakdowns whose parts are rounded one by one',
  async () => {
    vi.doMock('./allocate.ts', () => ({
      allocateCents: (total: number, weights: readonly bigint[]) => {
        const sum = Number(weights.reduce((a, b) => a + b, 0n));
        return weights.map((weight) => (sum === 0 ? 0 : Math.round((total * Number(weight)) / sum)));
      },
    }));
    expect(await isCaught((properties, { billUsage }) => properties.breakdownsSumToLines(billUsage) as fc.IProperty<never>)).toBe(true);
  },
  TIMEOUT_MS,
);

it(
  'finds a full package that starts another',
  async () => {
    const ceilRatio = ({ numerator, denominator }: { numerator: bigint; denominator: bigint }) =>
      numerator > 0n ? numerator / denominator + 1n : 0n;
    vi.doMock('#lib/money-ratio.ts', async (original) => ({ ...(await original<object>()), ceilRatio }));
    expect(await isCaught(oracle)).toBe(true);
  },
  TIMEOUT_MS,
);

it(
  'finds invoices of a cycle that forget what an earlier one took',
  async () => {
    vi.doMock('./invoice.ts', async (original) => {
      const real = await original<typeof import('./invoice.ts')>();
      return {
        ...real,
        upcomingSteps: (input: Parameters<typeof real.upcomingSteps>[0], nowSeconds: number) =>
          real.upcomingSteps({ ...input, period: { ...input.period, invoiced: [] } }, nowSeconds),
      };
    });
    expect(await isCaught((properties) => properties.interimInvoicesAddUp() as fc.IProperty<never>)).toBe(true);
  },
  TIMEOUT_MS,
);

it(
  'finds a charge that takes the time passed for the time left',
  async () => {
    const bug = (input: ChargeInput): Charge =>
      chargeToday({ ...input, nowSeconds: input.periodStartSeconds + input.periodEndSeconds - input.nowSeconds });
    expect(await isCaught((properties) => properties.chargeAgreesWithOracle(bug) as fc.IProperty<never>)).toBe(true);
  },
  TIMEOUT_MS,
);

it(
  'finds a charge that forgives debt',
  async () => {
    const bug = (input: ChargeInput): Charge => chargeToday({ ...input, balanceCents: Math.max(0, input.balanceCents) });
    expect(await isCaught((properties) => properties.chargeAgreesWithOracle(bug) as fc.IProperty<never>)).toBe(true);
  },
  TIMEOUT_MS,
);
