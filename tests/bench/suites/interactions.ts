import type { Browser } from 'playwright';
import { timeOf, type Interaction } from '#tests/bench/browser/interaction.ts';
import { openPhone, settle } from '#tests/bench/browser/phone.ts';
import { withSite, type Site } from '#tests/bench/browser/site.ts';
import { native, product } from '#tests/bench/browser/variants.ts';
import { p75 } from '#tests/bench/figure.ts';
import type { RowId } from '#tests/bench/goals.ts';
import type { Measured, Run, Suite } from '#tests/bench/suite.ts';
import { key, press, wake } from './everything.ts';

const address = '/org/pro-payg/billing';
const dialog = '[role=dialog]';
const betweenSteps = 200;

interface Step extends Interaction {
  readonly row: Extract<RowId, 'interaction' | 'first-paging' | 'first-list' | 'list-key' | 'dialog'>;
  readonly floor?: string;
}

const step = (row: Step['row'], name: string, act: Step['act'], shows?: Step['shows'], floor?: string): Step => ({
  row,
  name,
  act,
  ...(shows && { shows }),
  ...(floor !== undefined && { floor }),
});

const working = (subject: string): string => `#breakdown button[aria-label$=", working of ${subject}"]`;
const pressWorking =
  (subject: string): Step['act'] =>
  (page) =>
    page.locator(working(subject)).click();

/** Returns two steps: the first opens a dialog, the second closes it, so that the next step finds the page unchanged. */
const opened = (name: string, act: Step['act'], words: string): Step[] => [
  step('dialog', name, act, [dialog, words], 'dialog'),
  step('interaction', `${name}: close`, key('Escape')),
];

const steps: readonly Step[] = [
  step('interaction', 'fold Compute', pressWorking('Compute'), [`${working('Compute')}[aria-expanded=false]`]),
  step('interaction', 'unfold Compute', pressWorking('Compute'), [`${working('Compute')}[aria-expanded=true]`]),
  step('interaction', 'working of a line', pressWorking('Egress'), ['#breakdown dl', 'Rounded once']),
  step('interaction', 'costs by project', press('breakdown', 'By project'), ['#breakdown table', 'Organization-wide']),
  step('interaction', 'costs by item', press('breakdown', 'By item'), ['#breakdown table', 'Projected Costs']),
  step('first-paging', 'next invoices, first time', press('invoices', 'Next invoices'), ['#invoices nav', 'Showing 6 to 10'], 'paging'),
  step('interaction', 'next invoices, again', press('invoices', 'Next invoices'), ['#invoices nav', 'Showing 11 to'], 'paging'),
  step('interaction', 'previous invoices', press('invoices', 'Previous invoices'), ['#invoices nav', 'Showing 6 to 10'], 'paging'),
  step('interaction', 'find invoices', press('invoices', 'Find invoices'), ['#invoices form', 'Invoice number']),
  ...opened('export invoices', press('invoices', 'Export'), 'Export'),
  ...opened('top up', press('credits-balance', 'Top Up'), 'Amount'),
  ...opened('change plan', press('subscription', 'Change subscription plan'), 'Team'),
  ...opened('change spend cap', press('cost-control', 'Change spend cap'), 'spend cap'),
  ...opened('search', (page) => page.getByRole('button', { name: 'Search or jump to' }).click(), 'Top up credits'),
  step('interaction', 'options of a card', press('payment-methods', 'Options'), ['[role=menu]', '']),
  step('interaction', 'options of a card: close', key('Escape')),
  step('interaction', 'edit recipients', press('email', 'Edit email recipients'), ['#email form', 'Add recipients']),
  step('interaction', 'edit address', press('address', 'Edit billing address'), ['#address form', 'Country']),
  step('interaction', 'country: focus', (page) => page.locator('#address').getByRole('combobox', { name: 'Country' }).click()),
  step('first-list', 'country list, first time', key('ArrowDown'), ['[role=option]', ''], 'list'),
  step('interaction', 'country list: close', key('Escape')),
  step('interaction', 'country: mark all', key('Control+a')),
  step('list-key', 'country: first key', key('g'), ['[role=option]', ''], 'list key'),
  step('list-key', 'country: second key', key('e'), ['[role=option]', 'Ge'], 'list key'),
  step('interaction', 'country: arrow', key('ArrowDown'), ['[role=option][data-focused]', '']),
  step('interaction', 'country: choose', key('Enter')),
  step('interaction', 'theme', async (page) => page.getByText('Dark', { exact: true }).first().click(), ['html[data-theme=dark]', '']),
];

const floorSteps: readonly Interaction[] = [
  { name: 'paging', act: (page) => page.locator('#next').click(), shows: ['tbody[data-page="1"]'] },
  { name: 'dialog', act: (page) => page.locator('#open').click(), shows: ['dialog[open]'] },
  { name: 'dialog: close', act: key('Escape') },
  { name: 'list', act: (page) => page.locator('#country').press('ArrowDown'), shows: ['#countries li'] },
  { name: 'list key', act: (page) => page.locator('#country').press('g') },
];

type Times = Map<string, number[]>;

const note = (times: Times, name: string, time: number): void => void times.set(name, [...(times.get(name) ?? []), time]);

async function visit({ browser, origin, at }: Site<'product' | 'native'>, times: Times): Promise<void> {
  const phone = await openPhone(browser, { signInAt: origin });
  await phone.page.goto(at.product + address);
  await settle(phone.page);
  await wake(phone);
  for (const each of steps) {
    note(times, each.name, await timeOf(phone, each));
    await settle(phone.page, betweenSteps);
  }
  await phone.close();
}

async function visitFloor(browser: Browser, origin: string, times: Times): Promise<void> {
  const phone = await openPhone(browser);
  await phone.page.goto(`${origin}/bench/native`);
  await settle(phone.page);
  for (const each of floorSteps) note(times, each.name, await timeOf(phone, each));
  await phone.close();
}

async function measure({ rounds, say }: Run, site: Site<'product' | 'native'>) {
  const times: Times = new Map();
  const floors: Times = new Map();
  for (let round = 0; round < rounds; round += 1) {
    await visit(site, times);
    await visitFloor(site.browser, site.at.native, floors);
    say(`round ${round + 1} of ${rounds}`);
  }
  const figures = steps.map(({ row, name, floor }): Measured => {
    const samples = times.get(name) ?? [];
    const base = floor === undefined ? undefined : (floors.get(floor) ?? []);
    return {
      row,
      of: name,
      value: p75(samples),
      samples,
      ...(base && { floor: { name: 'React with native elements', value: p75(base), samples: base } }),
    };
  });
  return { figures };
}

export const interactions: Suite = {
  name: 'interactions',
  about: 'everything that can be opened and turned, on a page that is wholly alive, against React with native elements',
  run: async (run) => withSite({ product, native: await native() }, (site) => measure(run, site)),
};
