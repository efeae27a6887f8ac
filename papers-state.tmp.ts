import { startSite } from '#a11y/support/site.ts';
import { reach } from '#a11y/support/reach.ts';
import { states } from '#a11y/states/catalogue.ts';
const site = await startSite();
try {
  const state = states.find(({ name }) => name === 'Invoices: a corrected one with its credit note')!;
  const page = await site.borrow(state);
  await reach(page, site.origin, state);
  console.log('reached', page.url());
  const section = page.getByRole('region', { name: 'Past Invoices' });
  await section.screenshot({ path: '/tmp/papers-wide.png' });
  console.log(await section.getByRole('row').evaluateAll((rows) => rows.map((r) => [...r.children].map((c) => (c as HTMLElement).innerText).join(' | '))));
  await page.setViewportSize({ width: 360, height: 900 });
  await section.screenshot({ path: '/tmp/papers-narrow.png' });
  const [tab] = await Promise.all([page.context().waitForEvent('page'), section.getByRole('button', { name: /^PDF, credit note/ }).click()]);
  await page.waitForTimeout(3000);
  console.log('tab', tab.url());
} finally { await site.stop(); }
