import { liveHeap } from '#tests/bench/browser/live-heap.ts';
import { openPhone, settle, type Phone } from '#tests/bench/browser/phone.ts';
import { withSite } from '#tests/bench/browser/site.ts';
import { product } from '#tests/bench/browser/variants.ts';
import type { Suite } from '#tests/bench/suite.ts';
import { press, wake } from './everything.ts';

const address = '/org/pro-payg/billing';
const warm = 20;
const all = 200;
const megabyte = 1024 * 1024;

async function openAndClose({ page }: Phone): Promise<void> {
  await press('credits-balance', 'Top Up')(page);
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

export const memory: Suite = {
  name: 'memory',
  about: `the heap after ${all} dialogs against the heap after ${warm}`,
  run: async ({ say }) =>
    withSite({ product }, async ({ browser, origin, at }) => {
      const phone = await openPhone(browser, { signInAt: origin, isOn4g: false, slowdown: 1 });
      await phone.page.goto(at.product + address);
      await settle(phone.page);
      await wake(phone);
      const curve: { dialogs: number; mb: number }[] = [];
      for (let dialogs = 1; dialogs <= all; dialogs += 1) {
        await openAndClose(phone);
        if (dialogs % warm !== 0) continue;
        curve.push({ dialogs, mb: (await liveHeap(phone)) / megabyte });
        say(`${dialogs} of ${all}`);
      }
      await phone.close();
      const first = curve[0]?.mb ?? Number.NaN;
      const last = curve.at(-1)?.mb ?? Number.NaN;
      return {
        figures: [
          {
            row: 'heap',
            of: '',
            value: Math.max(0, (last / first - 1) * 100),
            samples: curve.map(({ mb }) => mb),
            remark: `${first.toFixed(1)} MB after ${warm}, ${last.toFixed(1)} MB after ${all}`,
          },
        ],
        details: { curve },
      };
    }),
};
