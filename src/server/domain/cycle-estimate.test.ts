import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { june, JULY, JUNE, span } from '#tests/oracle/examples.ts';
import { type EstimateTerms } from './quote.ts';
import { runningArbitrary, RUNS, TIMEOUT_MS } from '#tests/oracle/scenario.ts';
import type { RunningResource } from './usage.ts';
import { estimateCycle, billUsage } from '#tests/oracle/whole-results.ts';
import { FIRST_BOOK } from '#tests/oracle/first-book.ts';

const pro = { book: FIRST_BOOK, planId: 'pro', spendCapOn: false, discounts: [] } as const;

it('estimates a cycle of a plan with what runs now', () => {
  const running = (['alpha', 'bravo'] as const).map((projectRef) => ({
    metric: 'COMPUTE_HOURS_XS' as const,
    projectRef,
    kind: 'primary' as const,
    resourceId: projectRef,
    quantity: 1,
  }));
  const estimate = estimateCycle(pro, running, { startSeconds: JUNE, endSeconds: JULY });
  expect(estimate).toMatchObject({ planFeeCents: 2500, totalCents: 2500 + 1935 - 1000 });
  expect(estimate.lines[0]?.breakdown).toMatchObject([
    { projectRef: 'alpha', hours: 720, amountCents: 968 },
    { projectRef: 'bravo', hours: 720, amountCents: 967 },
  ]);
});

describe('an estimate of what has a level', () => {
  const disk = (kind: 'primary' | 'replica', gb: number): RunningResource => ({
    metric: 'DISK_SIZE_GB_HOURS_GP3',
    projectRef: 'alpha',
    kind,
    resourceId: kind === 'primary' ? 'alpha' : 'alpha:replica-1',
    quantity: gb,
  });
  const estimate = (running: RunningResource[], terms: Partial<EstimateTerms> = {}) =>
    Object.fromEntries(
      estimateCycle({ ...pro, ...terms }, running, { startSeconds: JUNE, endSeconds: JULY }).lines.map(({ key, amountCents }) => [
        key,
        amountCents,
      ]),
    );

  // Disks cost $0.000171 per GB for each of 720 hours. Each project has 8 GB free per hour; a replica has no free disk.
  it('is that of disks as large as they are', () => {
    expect(estimate([disk('primary', 60), disk('replica', 60)])).toEqual({
      'DISK_SIZE_GB_HOURS_GP3:primary': 640,
      'DISK_SIZE_GB_HOURS_GP3:replica': 739,
    });
    expect(estimate([disk('primary', 8)])).toEqual({ 'DISK_SIZE_GB_HOURS_GP3:primary': 0 });
  });

  it('leaves out what the spend cap covers', () => {
    expect(estimate([disk('primary', 60), disk('replica', 60)], { spendCapOn: true })).toEqual({
      'DISK_SIZE_GB_HOURS_GP3:primary': 0,
      'DISK_SIZE_GB_HOURS_GP3:replica': 0,
    });
  });

  it('has the first price of phone MFA for the project that enabled it first', () => {
    const phone = ['alpha', 'bravo'].map((projectRef): RunningResource => ({
      metric: 'AUTH_MFA_PHONE',
      projectRef,
      kind: 'primary',
      resourceId: projectRef,
      quantity: 1,
    }));
    const enabledAt = new Map([
      ['alpha', 2],
      ['bravo', 1],
    ]);
    const { lines } = estimateCycle({ ...pro, mfaPhoneEnabledAt: enabledAt }, phone, { startSeconds: JUNE, endSeconds: JULY });
    expect(lines[0]?.breakdown).toMatchObject([
      { projectRef: 'alpha', amountCents: 986 },
      { projectRef: 'bravo', amountCents: 7395 },
    ]);
  });
});

it(
  'estimates what runs as the bill of a cycle in which it ran all along',
  () => {
    fc.assert(
      fc.property(runningArbitrary, fc.boolean(), (running, spendCapOn) => {
        const entries = running.map((resource) => span(resource.metric, resource.quantity, resource));
        const cap = { initiallyOn: spendCapOn, changes: [] };
        const cycle = { startSeconds: JUNE, endSeconds: JULY };
        const { totalCents, planFeeCents } = estimateCycle({ ...pro, spendCapOn }, running, cycle);
        expect(totalCents - planFeeCents).toBe(billUsage(june(entries, { cap }), JULY).totalCents);
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);
