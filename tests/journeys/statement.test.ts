import { expect, it } from 'vitest';
import { statementTexts as texts } from '#lib/texts/statement.ts';
import { useReadingJourney } from '#tests/support/journey.ts';

const journey = useReadingJourney();

it('goes from the past invoices to the statement, downloads it, and verifies the file', async () => {
  const page = await journey.open('owner', '/org/busy-year/billing#invoices');
  await page.getByRole('link', { name: 'Statement of account' }).click();
  await page.getByRole('heading', { name: 'Statement', level: 1 }).waitFor();
  const entries = page.getByRole('table', { name: texts.entries });
  await entries.getByRole('rowheader', { name: texts.closing }).waitFor();
  expect(await entries.getByRole('link').count()).toBeGreaterThan(12);
  await entries
    .getByRole('link', { name: /^Refund/ })
    .first()
    .waitFor();

  // The server-rendered HTML also contains the statement, so the page works without JavaScript.
  const html = await (await page.context().request.get(page.url())).text();
  expect(html).toContain(texts.closing);

  const address = async (name: string) => journey.origin + String(await page.getByRole('link', { name }).getAttribute('href'));
  const file = await page.context().request.get(await address('CSV, download'));
  const buffer = await file.body();
  const pdf = await page.context().request.get(await address('PDF, download'));
  expect(pdf.headers()['content-type']).toBe('application/pdf');

  await page.getByRole('button', { name: texts.verify }).click();
  const field = page.getByLabel(texts.verifyField);
  await field.setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer });
  await page
    .getByText(/^statement\.csv is unchanged and agrees with the platform, /)
    .first()
    .waitFor();
  const changed = Buffer.from(buffer.toString('utf8').replace(/(\d)\.\d\d,USD/, '$1.77,USD'));
  await field.setInputFiles({ name: 'changed.csv', mimeType: 'text/csv', buffer: changed });
  await page
    .getByText(/^changed\.csv was changed\. The first difference is in line \d+\.$/)
    .first()
    .waitFor();
  await field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Buy milk') });
  await page
    .getByText(/^notes\.txt is not a statement file/)
    .first()
    .waitFor();

  await entries
    .getByRole('link', { name: /^Invoice / })
    .first()
    .click();
  await page.getByRole('heading', { name: /^Invoice /, level: 1 }).waitFor();
});

it('shows the days that are chosen, and goes back', async () => {
  const page = await journey.open('owner', '/org/busy-year/statement');
  await page.getByRole('button', { name: 'Choose days' }).click();
  await page.getByRole('textbox', { name: 'From' }).fill('2020-01-02');
  await page.getByRole('textbox', { name: 'To' }).fill('2020-01-01');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('group', { name: 'Invalid date range' }).waitFor();
  await page.getByRole('textbox', { name: 'To' }).fill('2022-01-01');
  await page.getByText(texts.periodTooLong).first().waitFor();
  // A statement without a last day ends today.
  await page.getByRole('textbox', { name: 'To' }).fill('');
  await page.getByText(texts.periodTooLong).first().waitFor();
  await page.getByRole('textbox', { name: 'From' }).fill('2999-01-01');
  await page.getByText(texts.periodAhead).first().waitFor();
  await page.getByRole('textbox', { name: 'From' }).fill('2020-01-02');
  await page.getByRole('textbox', { name: 'To' }).fill('2020-01-31');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText(texts.empty).waitFor();
  expect(new URL(page.url()).search).toBe('?from=2020-01-02&to=2020-01-31');
  await page.getByRole('button', { name: 'Show the last 12 months' }).click();
  await page.getByRole('table', { name: texts.entries }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

it('is found by the search', async () => {
  const page = await journey.open('owner', '/org/busy-year/usage');
  await page.getByRole('button', { name: 'Search or jump to' }).hover();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.getByRole('combobox').fill('statement of account');
  await search.getByRole('option', { name: /^Statement of account/ }).click();
  await page.getByRole('heading', { name: 'Statement', level: 1 }).waitFor();
});

it('says why days in the address have no statement, where a retry would not help', async () => {
  const page = await journey.open('owner', '/org/busy-year/statement?from=2020-01-02&to=2022-01-01');
  journey.forgive(/status of 400/);
  await page.getByText(texts.periodTooLong).first().waitFor();
  expect(await page.getByRole('button', { name: /^Retry/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Show the last 12 months' }).click();
  await page.getByRole('table', { name: texts.entries }).waitFor();
});
