import { expect, it } from 'vitest';
import { startMoneyPlatform } from '#tests/support/money-platform.ts';
import { seeded } from '#tests/support/random.ts';
import { limitCents, RandomStaff } from './random-staff.ts';

const acts = 60;

it(`staff do ${acts} things in any order, and no refund, credit note or approval goes too far`, async () => {
  const money = await startMoneyPlatform('pglite', { APPROVAL_ABOVE_CENTS: String(limitCents) });
  try {
    const staff = new RandomStaff(money, seeded(7));
    await staff.begin();
    for (let done = 0; done < acts; done += 1) await staff.act();
    await staff.finish();
    expect(Object.keys(staff.counted).length).toBeGreaterThan(5);
  } finally {
    await money.platform.stop();
  }
}, 120_000);
