import { expect, inject, it } from 'vitest';
import { RandomStaff, limitCents } from '#tests/server/staff/random-staff.ts';
import { countOf, isTimeUp, report } from '#tests/support/counts.ts';
import { startMoneyPlatform } from '#tests/support/money-platform.ts';
import { seeded } from '#tests/support/random.ts';
import type { StoreKind } from '#tests/support/stores-under-test.ts';

const acts = countOf('STAFF_ACTS', 600);
const firstSeed = countOf('SEED', 1);
/** Number of actions per platform. The test then starts a new platform, because more data makes a platform slower. */
const most = 300;
const only = process.env['RELIABILITY_STORE'];
const kinds = (['pglite', 'postgres'] as const).filter(
  (kind): kind is StoreKind => (kind === 'pglite' || inject('postgresUrl') !== null) && (only === undefined || kind === only),
);

it.each(kinds)(
  `on %s staff do ${acts} things in any order, and no refund, credit note or approval goes too far`,
  async (kind) => {
    for (let done = 0; done < acts && (done === 0 || !isTimeUp());) {
      const seed = firstSeed + done;
      const money = await startMoneyPlatform(kind, { APPROVAL_ABOVE_CENTS: String(limitCents) });
      try {
        const staff = new RandomStaff(money, seeded(seed));
        await staff.begin();
        let actCount = 0;
        for (; actCount < Math.min(most, acts - done) && !isTimeUp(); actCount += 1) await staff.act();
        await staff.finish();
        report({ part: `staff actions on ${kind}`, seed, count: actCount, violations: 0, counted: staff.counted });
        done += actCount;
        expect(actCount).toBeGreaterThan(0);
      } finally {
        await money.platform.stop();
      }
    }
  },
  120_000 + acts * 1000,
);
