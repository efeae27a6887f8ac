import { describe, expect, it } from 'vitest';
import { amounts, DAY, event, GB, HOUR, june, JULY, JUNE, lineOf, quantity, span } from '#tests/oracle/examples.ts';
import { billUsage } from '#tests/oracle/whole-results.ts';

const CLOSED_AFTER_10_DAYS = { cycle: { startSeconds: JUNE, endSeconds: JULY, closedAtSeconds: JUNE + 10 * DAY } };

describe('started hours', () => {
  it('charges every clock hour that is touched, once', () => {
    const minute = span('COMPUTE_HOURS_XL', 1, { fromSeconds: JUNE + HOUR - 30, untilSeconds: JUNE + HOUR + 30 });
    const again = span('COMPUTE_HOURS_XL', 1, { fromSeconds: JUNE + 10, untilSeconds: JUNE + 20 });
    const [line] = billUsage(june([minute, again, again]), JULY).lines;
    expect(line?.breakdown).toMatchObject([{ projectRef: 'alpha', hours: 2, count: 1, amountCents: 58 }]); // 2 × 0.2877 = 0.5754
  });

  it('charges every size that touches an hour', () => {
    const resize = [
      span('COMPUTE_HOURS_SM', 1, { untilSeconds: JUNE + 1800 }),
      span('COMPUTE_HOURS_L', 1, { fromSeconds: JUNE + 1800, untilSeconds: JUNE + HOUR }),
    ];
    expect(amounts(resize)).toMatchObject({ 'COMPUTE_HOURS_SM:primary': 2, 'COMPUTE_HOURS_L:primary': 15 });
  });

  it('charges an hour in the cycle where it was first used', () => {
    const startSeconds = JUNE + 10 * DAY + 1800;
    const period = june([span('IPV4', 1, { untilSeconds: startSeconds + HOUR })], {
      cycle: { startSeconds, endSeconds: startSeconds + 30 * DAY },
    });
    // The hour in which this cycle starts is on the bill of the previous cycle, so this bill contains only the next hour.
    expect(lineOf(billUsage(period, JULY).lines, 'IPV4:primary').breakdown).toMatchObject([{ hours: 1 }]);
    const before = june(period.entries, { cycle: { startSeconds: JUNE, endSeconds: JULY, closedAtSeconds: startSeconds } });
    expect(lineOf(billUsage(before, JULY).lines, 'IPV4:primary').breakdown).toMatchObject([{ hours: 241 }]);
  });

  it('counts the hours of two replicas of one project apart, and does not count the future', () => {
    const replicas = ['one', 'two'].map((resourceId) => span('COMPUTE_HOURS_MD', 1, { kind: 'replica', resourceId }));
    const line = lineOf(billUsage(june(replicas), JUNE + 90 * 60).lines, 'COMPUTE_HOURS_MD:replica');
    expect(line).toMatchObject({ group: 'replica', amountCents: 33, breakdown: [{ hours: 4, count: 2 }] }); // 4 × 0.0822
  });
});

describe('compute credits', () => {
  it('cover $10 of project compute, not replicas or branches', () => {
    const entries = [
      span('COMPUTE_HOURS_XS', 1, { projectRef: 'alpha' }),
      span('COMPUTE_HOURS_XS', 1, { projectRef: 'bravo' }),
      span('COMPUTE_HOURS_XS', 1, { kind: 'replica', resourceId: 'replica' }),
      span('COMPUTE_HOURS_BRANCH', 1, { kind: 'branch', resourceId: 'branch' }),
    ];
    expect(amounts(entries)).toEqual({
      'COMPUTE_HOURS_XS:primary': 1935,
      compute_credits: -1000,
      'COMPUTE_HOURS_XS:replica': 968,
      'COMPUTE_HOURS_BRANCH:branch': 968,
    });
  });

  it('are never more than the compute, and none on Free', () => {
    expect(amounts([span('COMPUTE_HOURS_XS')])).toEqual({ 'COMPUTE_HOURS_XS:primary': 968, compute_credits: -968 });
    expect(amounts([span('COMPUTE_HOURS_XS'), event('EGRESS', 900 * GB)], { planId: 'free' })).toEqual({});
  });

  it('come after discounts', () => {
    const discounts = [{ key: 'COMPUTE_HOURS_SM:primary', discount: { basisPoints: 5000 } } as const];
    const { lines } = billUsage(june([span('COMPUTE_HOURS_SM')], { discounts }), JULY);
    // 14.832 at half the price is 7.416.
    expect(lines).toMatchObject([
      { amountBeforeDiscountCents: 1483, amountCents: 742 },
      { key: 'compute_credits', amountCents: -742 },
    ]);
  });
});

describe('a shortened cycle', () => {
  it('prorates quotas, unrounded, and credits', () => {
    const { lines } = billUsage(june([event('EGRESS', 100 * GB), span('COMPUTE_HOURS_L')], CLOSED_AFTER_10_DAYS), JULY);
    const egress = lineOf(lines, 'EGRESS:primary');
    expect(quantity(egress, 'included')).toBe('250000000000/3');
    expect(egress.derivation?.prorated).toEqual({ lastedSeconds: 10 * DAY, lengthSeconds: 30 * DAY });
    expect(egress.amountCents).toBe(150); // (100 - 83.333…) × 0.09 = 1.50 exactly
    expect(lineOf(lines, 'COMPUTE_HOURS_L:primary').amountCents).toBe(3641); // 240 × 0.1517 = 36.408
    expect(lineOf(lines, 'compute_credits').amountCents).toBe(-333);
  });

  it('does not prorate hourly allowances or peak connections', () => {
    expect(amounts([span('DISK_SIZE_GB_HOURS_GP3', 8), event('REALTIME_PEAK_CONNECTIONS', 500)], CLOSED_AFTER_10_DAYS)).toEqual({
      'DISK_SIZE_GB_HOURS_GP3:primary': 0,
      'REALTIME_PEAK_CONNECTIONS:primary': 0,
    });
  });

  it('averages storage over the whole cycle, quota and use alike', () => {
    // 190 GB for 10 of 30 days average 63.33 GB. A third of the 100 GB quota is included, so 30 GB × 0.021 is charged.
    expect(amounts([span('STORAGE_SIZE', 190 * GB)], CLOSED_AFTER_10_DAYS)).toEqual({ 'STORAGE_SIZE:primary': 63 });
  });

  it('of no length bills nothing', () => {
    const cycle = { startSeconds: JUNE, endSeconds: JULY, closedAtSeconds: JUNE };
    expect(billUsage(june([span('COMPUTE_HOURS_XS'), event('EGRESS', 1)], { cycle }), JULY)).toEqual({
      lines: [],
      totalCents: 0,
      projectedCents: 0,
    });
  });
});

describe('lines', () => {
  it("bill a replica's disk from its first GB, on its own line", () => {
    const disks = [span('DISK_SIZE_GB_HOURS_GP3', 50), span('DISK_SIZE_GB_HOURS_GP3', 50, { kind: 'replica', resourceId: 'replica' })];
    expect(amounts(disks)).toEqual({ 'DISK_SIZE_GB_HOURS_GP3:primary': 517, 'DISK_SIZE_GB_HOURS_GP3:replica': 616 }); // 36,000 × 0.000171 = 6.156
  });

  it('give each project its own 8 GB', () => {
    const line = billUsage(
      june(['alpha', 'bravo'].map((projectRef) => span('DISK_SIZE_GB_HOURS_GP3', projectRef === 'alpha' ? 4 : 12, { projectRef }))),
      JULY,
    ).lines[0];
    expect(line).toMatchObject({
      amountCents: 49,
      breakdown: [
        { projectRef: 'alpha', amountCents: 0 },
        { projectRef: 'bravo', amountCents: 49 },
      ],
    }); // 2880 × 0.000171
  });

  it('take the highest level within an hour', () => {
    const grown = [
      span('DISK_SIZE_GB_HOURS_IO2', 100, { untilSeconds: JUNE + 1800 }),
      span('DISK_SIZE_GB_HOURS_IO2', 300, { fromSeconds: JUNE + 1800, untilSeconds: JUNE + HOUR }),
    ];
    expect(quantity(billUsage(june(grown), JULY).lines[0], 'billable')).toBe('300');
  });

  it('count packages for the organization, not per project', () => {
    const calls = ['alpha', 'bravo', 'charlie'].map((projectRef) => event('FUNCTION_INVOCATIONS', 700_000, { projectRef }));
    const [line] = billUsage(june(calls), JULY).lines;
    expect(line).toMatchObject({ amountCents: 200, breakdown: [{ amountCents: 67 }, { amountCents: 67 }, { amountCents: 66 }] });
  });

  it('add up the peaks of the projects', () => {
    const peaks = [
      event('REALTIME_PEAK_CONNECTIONS', 300),
      event('REALTIME_PEAK_CONNECTIONS', 200),
      event('REALTIME_PEAK_CONNECTIONS', 201, { projectRef: 'bravo' }),
    ];
    expect(amounts(peaks)).toEqual({ 'REALTIME_PEAK_CONNECTIONS:primary': 1000 });
  });

  it('charge phone MFA at the first price to the project that enabled it earliest', () => {
    const entries = ['alpha', 'bravo'].map((projectRef) => span('AUTH_MFA_PHONE', 1, { projectRef }));
    const [line] = billUsage(
      june(entries, {
        mfaPhoneEnabledAt: new Map([
          ['alpha', 200],
          ['bravo', 100],
        ]),
      }),
      JULY,
    ).lines;
    // 73.944 + 9.864 = 83.808
    expect(line).toMatchObject({
      amountCents: 8381,
      breakdown: [
        { projectRef: 'alpha', amountCents: 986 },
        { projectRef: 'bravo', amountCents: 7395 },
      ],
    });
  });

  it('never fall below 0 by a discount', () => {
    const discounts = [{ key: 'IPV4:primary', discount: { amountCents: 9999 } } as const];
    expect(amounts([span('IPV4')], { discounts })).toEqual({ 'IPV4:primary': 0 });
  });

  it('carry their working', () => {
    const [line] = billUsage(june([event('EGRESS', 300 * GB)]), JULY).lines;
    expect(line).toMatchObject({
      description: 'Egress',
      group: 'usage',
      usageBased: true,
      periodStartSeconds: JUNE,
      periodEndSeconds: JULY,
    });
    expect((['used', 'included', 'uncharged', 'billable'] as const).map((name) => quantity(line, name))).toEqual([
      '300000000000',
      '250000000000',
      '0',
      '50000000000',
    ]);
    expect(line?.derivation).toMatchObject({
      steps: [{ priceMicrocents: 9_000_000, perUnits: GB, wholePackages: false }],
      rounding: 'half_away_from_zero_to_cent',
      discounts: [],
      prorated: null,
    });
  });
});
