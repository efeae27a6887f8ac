import type { Page } from 'playwright';
import { timeOf } from '#tests/bench/browser/interaction.ts';
import { openPhone, settle } from '#tests/bench/browser/phone.ts';
import { withSite, type Site } from '#tests/bench/browser/site.ts';
import { native, product } from '#tests/bench/browser/variants.ts';
import { median, p75 } from '#tests/bench/figure.ts';
import type { Measured, Run, Suite } from '#tests/bench/suite.ts';
import { key, press, wake } from './everything.ts';

const address = '/org/pro-payg/billing';
const keys = ['a', 'b', 'c'];

/** One field of each kind, from all forms of the page. */
const fields: readonly (readonly [name: string, section: string])[] = [
  ['Add recipients', 'email'],
  ['Primary billing email', 'email'],
  ['City', 'address'],
  ['Postal', 'address'],
  ['Invoice number', 'invoices'],
];

async function openForms(page: Page): Promise<void> {
  await press('email', 'Edit email recipients')(page);
  await press('address', 'Edit billing address')(page);
  await press('invoices', 'Find invoices')(page);
  await page.locator('#invoices form').waitFor();
  await page.locator('#address form').waitFor();
  // Focuses the country list once, because its options are created at the first focus.
  await page.locator('#address').getByRole('combobox', { name: 'Country' }).focus();
  await settle(page);
}

async function measure({ rounds, say }: Run, { browser, origin, at }: Site<'product' | 'native'>) {
  const times = new Map<string, number[]>(fields.map(([name]) => [name, []]));
  const floor: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const phone = await openPhone(browser, { signInAt: origin });
    await phone.page.goto(at.product + address);
    await settle(phone.page);
    await wake(phone);
    await openForms(phone.page);
    for (const [name, section] of fields) {
      const within = phone.page.locator(`#${section}`);
      const field = within.getByRole('textbox', { name }).or(within.getByRole('searchbox', { name })).first();
      await field.click();
      await settle(phone.page);
      for (const each of keys) times.get(name)?.push(await timeOf(phone, { name: `${name}: ${each}`, act: key(each) }));
    }
    await phone.close();

    const bare = await openPhone(browser);
    await bare.page.goto(`${at.native}/bench/native`);
    await bare.page.locator('#field').click();
    for (const each of keys) floor.push(await timeOf(bare, { name: each, act: key(each) }));
    await bare.close();
    say(`round ${round + 1} of ${rounds}`);
  }
  const figures = [...times].map(([name, samples]): Measured => ({
    row: 'typing',
    of: name,
    value: median(samples),
    samples,
    floor: { name: 'a bare React input', value: median(floor), samples: floor },
    remark: `75th percentile ${Math.round(p75(samples))} ms`,
  }));
  return { figures };
}

export const typing: Suite = {
  name: 'typing',
  about: 'a key in each field while every form of the page is open, against a bare React input',
  run: async (run) => withSite({ product, native: await native() }, (site) => measure(run, site)),
};
