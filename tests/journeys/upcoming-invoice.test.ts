import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { formatCents, formatDollars, roundedCentsFromDollars } from '#lib/money.ts';
import { useReadingJourney } from '#tests/support/journey.ts';
import { seesText } from '#tests/support/sees-text.ts';

const journey = useReadingJourney();

interface SentLine {
  readonly description: string;
  readonly amount: number;
  readonly usage_metric?: string;
  readonly breakdown?: readonly { readonly project_name: string; readonly amount: number }[];
}
interface SentInvoice {
  readonly lines: readonly SentLine[];
  readonly amount_total: number;
  readonly amount_projected: number;
}

const sentInvoice = async (page: Page, slug: string): Promise<SentInvoice> =>
  (
    await page.request.get(`${journey.origin}/platform/organizations/${slug}/billing/invoices/upcoming`, { headers: { Version: '2' } })
  ).json();

const upcoming = (page: Page): Locator => page.getByRole('region', { name: 'Upcoming Invoice' });

const rowsOf = (table: Locator): Promise<string[][]> =>
  table.getByRole('row').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const cells = [...row.querySelectorAll('[role=rowheader], [role=cell]')].map(
        (cell) => cell.textContent?.replace(/\s+/g, ' ').trim() ?? '',
      );
      return cells.length === 3 ? [[cells[0] ?? '', cells[2] ?? '', cells[1] ?? '']] : [];
    }),
  );

it('compares with the last invoice: changed lines only, with what was used before and now', async () => {
  const page = await journey.open('owner', '/org/pro-payg/billing');
  await page.getByRole('button', { name: 'Compare with the last invoice' }).press('Enter');
  const section = upcoming(page);
  await section.getByText(/^So far: \$[\d,.]+ (more|less) than invoice \S+\. Usage until the end of the cycle/).waitFor();
  const table = section.getByRole('table', { name: /^What changed since invoice / });
  const rows = await table.getByRole('row').allInnerTexts();
  expect(rows.filter((row) => /[+\u2212-]\$0\.00/.test(row))).toEqual([]);
  await table
    .getByRole('row', { name: /^Monthly Active Users/ })
    .getByText(/^[\d,]+ to [\d,]+\. Used (more|less)$/)
    .waitFor();
  await section.getByRole('button', { name: / cost the same$/ }).press('Enter');
  await section.getByText('Pro Plan: $25.00', { exact: true }).waitFor();
});

const isCompute = ({ usage_metric: metric }: SentLine): boolean => metric?.startsWith('COMPUTE_HOURS_') ?? false;

async function readInvoice(): Promise<{ section: Locator; rows: string[][]; invoice: SentInvoice }> {
  const page = await journey.open('owner', '/org/pro-payg/billing');
  const section = upcoming(page);
  const invoice = await sentInvoice(page, 'pro-payg');
  for (const folded of ['more lines', 'Replica Compute'])
    await section.getByRole('button', { name: new RegExp(`, working of ${folded}$`) }).click();
  return { section, rows: await rowsOf(section.getByRole('table')), invoice };
}

it('says what each line costs, as the platform does', async () => {
  const { section, rows, invoice } = await readInvoice();
  const amounts = new Map(rows.map(([name, amount]) => [name, amount]));

  for (const { description, amount } of invoice.lines.filter((line) => !isCompute(line))) {
    expect([description, amounts.get(description)?.replace(/^was \$[\d.,]+ now /, '')]).toEqual([description, formatDollars(amount)]);
  }
  const grouped = invoice.lines.filter(isCompute).flatMap(({ breakdown = [] }) => breakdown);
  for (const { project_name: name, amount } of grouped) {
    expect(rows.some(([header, shown]) => header === name && shown === formatDollars(amount))).toBe(true);
  }
  const cents = (lines: readonly SentLine[]): number => lines.reduce((sum, { amount }) => sum + roundedCentsFromDollars(amount), 0);
  const primary = invoice.lines.filter(
    (line) => line.description === 'Compute Credits' || (isCompute(line) && !/Replica|Branch/.test(line.description)),
  );
  expect(rows.find(([name]) => name === 'Compute')?.[1]).toBe(formatCents(cents(primary)));
  expect(rows.some(([name, , working]) => name === 'streaming-api' && /^Large, [\d,]+ h \u00d7 \$0\.1517$/.test(working ?? ''))).toBe(true);
  expect(await section.getByText(/does not add up|do not add up/).count()).toBe(0);
});

it('lists the plan first and the totals last, and says what the projection covers', async () => {
  const { section, rows, invoice } = await readInvoice();
  const order = ['Pro Plan', 'Compute', 'Replica Compute', 'Branching', 'Egress', 'IPv4'];
  expect(order.map((name) => rows.findIndex(([header]) => header?.startsWith(name)))).toEqual(
    order.map((name) => rows.findIndex(([header]) => header?.startsWith(name))).toSorted((a, b) => a - b),
  );
  expect(rows.findIndex(([header]) => header?.startsWith('Pro Plan'))).toBe(0);
  expect(rows.slice(-2).map((row) => row.slice(0, 2))).toEqual([
    ['Current Costs', formatDollars(invoice.amount_total)],
    ['Projected Costs', formatDollars(invoice.amount_projected)],
  ]);
  await section.getByText(/With compute hours, IPv4, custom domains and point-in-time recovery/).waitFor();
  const daysLeft = Number.parseInt((await section.getByText(/day\(s\) left$/).innerText()).trim(), 10);
  await seesText(section, 'upcomingInvoice.daysLeft', { days: daysLeft });
  await seesText(section, 'upcomingInvoice.upToAnHour');
});

it('opens the calculation of a line by keyboard, down to its projects', async () => {
  const page = await journey.open('owner', '/org/pro-payg/billing');
  const section = upcoming(page);
  const working = section.getByRole('button', { name: /, working of Egress$/ });
  await working.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => working.getAttribute('aria-expanded')).toBe('true');
  const panel = page.locator(`[id="${await working.getAttribute('aria-controls')}"]`);
  const steps = panel.getByRole('term');
  await steps.first().waitFor();
  expect(await steps.allInnerTexts()).toEqual([
    'Used in this cycle',
    'Included in the plan',
    'Charged for',
    'Price per GB',
    'Before rounding',
    'Discount',
    'After the discount',
    'Rounded once, to the cent',
  ]);
  await panel.getByText('Recomputed here, with the same result.', { exact: true }).waitFor();
  await panel.getByText('$0.09 per GB after 250 GB', { exact: true }).waitFor();
  await panel.getByRole('link', { name: 'streaming-api' }).waitFor();
  expect(await panel.getByRole('link', { name: /^How Egress is measured and billed/ }).getAttribute('target')).toBe('_blank');
  const row = section.getByRole('row', { name: /^Egress/ });
  expect(await row.innerText()).toMatch(/was\s+\$[\d.]+/);
  await page.keyboard.press('Enter');
  await expect.poll(() => panel.count()).toBe(0);
  expect(await working.evaluate((button) => button === document.activeElement)).toBe(true);

  const about = section.getByRole('button', { name: 'About Compute Credits' });
  await about.click();
  await seesText(section, 'upcomingInvoice.firstProjectCovered', { price: '$10' });
  await page.keyboard.press('Escape');
  await section.getByText(/The first project is covered/).waitFor({ state: 'hidden' });

  await section.getByRole('button', { name: /, working of Compute$/ }).click();
  await section.getByRole('row', { name: /^editorial / }).waitFor({ state: 'hidden' });
  expect(await section.getByRole('row', { name: /^Compute/ }).count()).toBe(1);
});

it('shows the same sum by project', async () => {
  const page = await journey.open('developer', '/org/pro-payg/billing');
  const section = upcoming(page);
  const invoice = await sentInvoice(page, 'pro-payg');
  await section.getByRole('button', { name: 'By project' }).click();
  const table = section.getByRole('table', { name: 'Upcoming invoice, by project' });
  await table.waitFor();
  expect(await section.getByRole('button', { name: 'By project' }).getAttribute('aria-pressed')).toBe('true');
  const rows = await rowsOf(table);
  const cents = rows
    .slice(0, -1)
    .reduce(
      (sum, [, amount = '']) => sum + (amount === '' ? 0 : roundedCentsFromDollars(amount.replace('\u2212', '-').replace(/[$,]/g, ''))),
      0,
    );
  expect(cents).toBe(roundedCentsFromDollars(invoice.amount_total));
  expect(rows.at(-1)?.slice(0, 2)).toEqual(['Current Costs', formatDollars(invoice.amount_total)]);
  await table.getByRole('button', { name: /, working of streaming-api$/ }).click();
  await table.getByText('Medium Compute (Read Replicas)', { exact: true }).waitFor();
});

const heightOf = async (page: Page, name: RegExp): Promise<number> =>
  Math.round((await upcoming(page).getByRole('row', { name }).first().boundingBox())?.height ?? 0);

it('has lines of two heights, within a pixel: with something to press and without', async () => {
  const page = await journey.open('owner', '/org/pro-payg/billing');
  const high = await heightOf(page, /^Replica Compute/);
  for (const row of [/^Compute 4 projects/, /^Egress/, /^archive/, /^Compute Credits/])
    expect(Math.abs((await heightOf(page, row)) - high)).toBeLessThanOrEqual(1);
  expect(await heightOf(page, /^Current Costs/)).toBeLessThan(high);
});

it('leaves a name its line where there is room', async () => {
  const page = await journey.open('owner', '/org/pro-payg/billing', { viewport: { width: 768, height: 900 } });
  const short = await heightOf(page, /^archive /);
  expect(short).toBeLessThan(48);
  expect(await heightOf(page, /^streaming-api /)).toBe(short);
  expect(await heightOf(page, /^editorial /)).toBe(short);
});

it('fits a phone with text of double size', async () => {
  for (const slug of ['pro-payg', 'extreme-text']) {
    const page = await journey.open('owner', `/org/${slug}/billing`, { viewport: { width: 400, height: 900 } });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await page.getByRole('region', { name: 'Past Invoices' }).getByRole('grid').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(400);
    const [date, amount] = await page
      .getByRole('grid')
      .getByRole('row')
      .nth(1)
      .getByRole('gridcell')
      .evaluateAll((cells) => cells.map((cell) => cell.firstElementChild?.getBoundingClientRect()));
    expect(date && amount && (date.bottom <= amount.top || date.right <= amount.left)).toBe(true);
  }
});

const endsOf = (amounts: Locator): Promise<number[]> =>
  amounts.evaluateAll((nodes) =>
    nodes.flatMap((node) => {
      const words = document.createRange();
      words.selectNodeContents(node);
      return /^(was )?\W?\$/.test(node.textContent ?? '') ? [Math.round(words.getBoundingClientRect().right)] : [];
    }),
  );

it('ends the sums outside of tables at the edge of the sheet, and amounts in rows by a padding before it', async () => {
  const page = await journey.open('owner', '/org/pro-payg/billing');
  const balance = page.getByRole('region', { name: 'Credit Balance' }).getByRole('definition');
  const invoices = page.getByRole('region', { name: 'Past Invoices' }).getByRole('gridcell');
  for (const width of [1280, 768, 400, 320]) {
    await page.setViewportSize({ width, height: 900 });
    const inRows = [
      ...(await endsOf(upcoming(page).getByRole('cell'))).slice(-1),
      // In the wide table the amounts are in the second column.
      ...(width < 500 ? await endsOf(invoices) : []),
    ];
    const outside = [...(await endsOf(upcoming(page).getByText('So far', { exact: true }).locator('~ *'))), ...(await endsOf(balance))];
    expect([width, outside.length, new Set(outside).size, new Set(inRows).size]).toEqual([width, 2, 1, 1]);
    const padding = (outside[0] ?? 0) - (inRows[0] ?? 0);
    expect([width, padding >= 0 && padding <= 12]).toEqual([width, true]);
  }
});

it('has two invoices and no cycle bar on the cloud marketplace, and nothing on Free', async () => {
  const page = await journey.open('owner', '/org/aws-market/billing');
  const section = upcoming(page);
  await section.getByText(/fixed subscription fee is billed on the day of your subscription.*billed by the 3rd of each month/).waitFor();
  await section.getByText('Two invoices a month', { exact: true }).waitFor();
  expect(await section.getByText(/day\(s\) left|Due on/).count()).toBe(0);
  await page.goto(`${journey.origin}/org/free-start/billing`);
  await page.getByRole('region', { name: 'Cost Control' }).waitFor();
  expect(await page.locator('#breakdown').count()).toBe(0);
});

it('takes names for names, whatever they look like', async () => {
  const page = await journey.open('owner', '/org/extreme-text/billing');
  const section = upcoming(page);
  await section.getByRole('button', { name: /, working of Compute$/ }).click();
  await section.getByRole('link', { name: '<b>bold</b> <script>alert(1)</script>', exact: true }).waitFor();
  const rows = await rowsOf(section.getByRole('table'));
  expect(rows[0]?.[0]).toBe('Pro Plan');
  const workingsOf = (wanted: string) => rows.flatMap(([name, , working]) => (name === wanted ? [working] : []));
  expect(workingsOf('planner')).toEqual([expect.stringMatching(/^Micro, /)]);
  // The first row is a project that is named "Compute Credits", the second row is the plan's Compute Credits.
  expect(workingsOf('Compute Credits')).toEqual([expect.stringMatching(/^Small, /), expect.stringMatching(/ used of /)]);
});
