import { describe, expect, it } from 'vitest';
import { amounts, DAY, event, GB, HOUR, june, JULY, JUNE, lineOf, quantity, span } from '#tests/oracle/examples.ts';
import { capSegments } from './periods.ts';
import { finalInvoice, overageLines, billUsage } from '#tests/oracle/whole-results.ts';
import { FIRST_BOOK } from '#tests/oracle/first-book.ts';

const ON = { initiallyOn: true, changes: [] };
const day = (count: number): number => JUNE + count * DAY;

it('covers exactly what the panel lists', () => {
  expect([...FIRST_BOOK.covered]).toEqual([
    'DISK_SIZE_GB_HOURS_GP3',
    'EGRESS',
    'CACHED_EGRESS',
    'DATABASE_SIZE',
    'STORAGE_SIZE',
    'STORAGE_IMAGES_TRANSFORMED',
    'MONTHLY_ACTIVE_USERS',
    'MONTHLY_ACTIVE_SSO_USERS',
    'MONTHLY_ACTIVE_THIRD_PARTY_USERS',
    'FUNCTION_INVOCATIONS',
    'REALTIME_MESSAGE_COUNT',
    'REALTIME_PEAK_CONNECTIONS',
  ]);
});

it('charges no overage while it is on, but everything that it does not cover', () => {
  const entries = [
    event('EGRESS', 900 * GB),
    span('DISK_SIZE_GB_HOURS_GP3', 50),
    span('DISK_SIZE_GB_HOURS_IO2', 100),
    span('IPV4'),
    event('LOG_DRAIN_EVENTS', 1),
  ];
  expect(amounts(entries, { cap: ON })).toEqual({
    'DISK_SIZE_GB_HOURS_GP3:primary': 0,
    'DISK_SIZE_GB_HOURS_IO2:primary': 1922,
    'EGRESS:primary': 0,
    'IPV4:primary': 396,
    'LOG_DRAIN_EVENTS:primary': 20,
  });
});

describe('turning it off', () => {
  it("bills the growth above the whole cycle's quota from that instant", () => {
    const cap = { initiallyOn: true, changes: [{ atSeconds: day(10), on: false }] };
    const early = event('EGRESS', 300 * GB, { fromSeconds: day(5) });
    const late = event('EGRESS', 40 * GB, { fromSeconds: day(10), projectRef: 'bravo' });
    const line = lineOf(billUsage(june([early, late], { cap }), JULY).lines, 'EGRESS:primary');
    expect(line).toMatchObject({
      amountCents: 360,
      breakdown: [
        { projectRef: 'alpha', amountCents: 0 },
        { projectRef: 'bravo', amountCents: 360 },
      ],
    });
    expect(quantity(line, 'uncharged')).toBe('50000000000');
    // The 200 GB before the cap change are below the quota of 250 GB. The later 100 GB first use up the quota, so 50 GB are above it.
    expect(
      amounts(
        [
          { ...early, quantity: 200 * GB },
          { ...late, quantity: 100 * GB },
        ],
        { cap },
      ),
    ).toEqual({ 'EGRESS:primary': 450 });
  });

  it('bills disk from the first hour that starts after it', () => {
    const cap = { initiallyOn: true, changes: [{ atSeconds: day(10) + 1800, on: false }] };
    const { lines } = billUsage(june([span('DISK_SIZE_GB_HOURS_GP3', 108, { untilSeconds: day(10) + 3 * HOUR })], { cap }), JULY);
    expect(quantity(lines[0], 'billable')).toBe('200');
  });
});

describe('turning it on', () => {
  const cap = {
    initiallyOn: false,
    changes: [
      { atSeconds: day(10), on: true },
      { atSeconds: day(20), on: false },
    ],
  };
  const egress = [5, 15, 25].map((at) => event('EGRESS', 300 * GB, { fromSeconds: day(at) }));
  const entries = [
    ...egress,
    span('IPV4'),
    event('FUNCTION_INVOCATIONS', 2_000_001, { fromSeconds: day(5) }),
    event('FUNCTION_INVOCATIONS', 500_000, { fromSeconds: day(25) }),
  ];

  it('invoices the overage so far of what it covers', () => {
    const lines = overageLines(june(entries, { cap }), day(10));
    expect(lines.map(({ key, amountCents }) => [key, amountCents])).toEqual([
      ['EGRESS:primary', 450],
      ['FUNCTION_INVOCATIONS:primary', 200],
    ]);
  });

  it('leaves the rest, and only that, to the end of the cycle', () => {
    const invoiced = overageLines(june(entries, { cap }), day(10));
    const { lines } = finalInvoice({ period: june(entries, { cap, invoiced }), carriedOver: [] });
    // Egress: 50 GB invoiced, 300 GB capped, 300 GB new at $0.09. The 500,001 calls above the quota fit into the invoiced package.
    expect(lines.map(({ key, amountCents }) => [key, amountCents])).toEqual([
      ['EGRESS:primary', 2700],
      ['FUNCTION_INVOCATIONS:primary', 0],
      ['IPV4:primary', 396],
    ]);
    expect(lineOf(lines, 'EGRESS:primary').derivation?.invoiced).toEqual({ amountCents: 450, amountBeforeDiscountCents: 450 });
  });
});

it('cuts a cycle where it really changes', () => {
  const changes = [
    { atSeconds: 50, on: true },
    { atSeconds: 120, on: true },
    { atSeconds: 130, on: false },
    { atSeconds: 130, on: true },
    { atSeconds: 150, on: false },
    { atSeconds: 300, on: true },
  ];
  expect(capSegments(100, 200, { initiallyOn: false, changes })).toEqual([
    { fromSeconds: 100, untilSeconds: 130, capOn: true },
    { fromSeconds: 130, untilSeconds: 150, capOn: true },
    { fromSeconds: 150, untilSeconds: 200, capOn: false },
  ]);
  expect(capSegments(100, 100, { initiallyOn: false, changes: [] })).toEqual([]);
});
