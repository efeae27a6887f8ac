import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import { seesText } from '#tests/support/sees-text.ts';

const journey = useJourney();

const sectionOf = (page: Page): Locator => page.getByRole('region', { name: 'Billing Address & Tax ID' });
const field = (section: Locator, name: string): Locator => section.getByRole('textbox', { name, exact: true });
const country = (section: Locator): Locator => section.getByRole('combobox', { name: 'Country' });
const kind = (section: Locator): Locator => section.getByRole('combobox', { name: /^Tax ID type/ });
const save = (section: Locator): Locator => section.getByRole('button', { name: 'Save', exact: true });

async function openForm(member: string, slug: string): Promise<{ page: Page; section: Locator }> {
  const page = await journey.open(member, `/org/${slug}/billing`);
  const section = sectionOf(page);
  await section.getByRole('button', { name: 'Edit billing address' }).click();
  await field(section, 'Name').waitFor();
  return { page, section };
}

const heading = (section: Locator): Locator => section.getByRole('heading', { name: 'Billing Address & Tax ID' });
const edit = (section: Locator): Locator => section.getByRole('button', { name: 'Edit billing address' });

const isFocused = (where: Locator): Promise<boolean> => where.evaluate((element) => element === document.activeElement);

async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 25; presses += 1) {
    if ((await control.count()) > 0 && (await isFocused(control))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there');
}

async function typeOver(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

const moves = [
  { to: 'Germany', postal: '10115', city: 'Berlin', kind: 'VAT', name: 'Germany - VAT number', typed: 'DE811907980', saved: 'DE811907980' },
  { to: 'Österreich', postal: '1010', city: 'Wien', kind: 'VAT', name: 'Austria - VAT number', typed: '12345678', saved: 'ATU12345678' },
  { to: 'Greece', postal: '105 57', city: 'Athens', kind: 'VAT', name: 'Greece - VAT number', typed: '123456789', saved: 'EL123456789' },
  {
    to: 'UK',
    postal: 'BT1 5GS',
    city: 'Belfast',
    kind: 'northern',
    name: 'United Kingdom - VAT number (Northern Ireland)',
    typed: '123456789',
    saved: 'XI123456789',
  },
  {
    to: 'Switz',
    postal: '8001',
    city: 'Zürich',
    kind: 'VAT',
    name: 'Switzerland - VAT number',
    typed: '-123.456.789 MWST',
    saved: 'CHE-123.456.789 MWST',
  },
  {
    to: 'United States',
    postal: '94107',
    city: 'San Francisco',
    kind: 'EIN',
    name: /^United States - /,
    typed: '12-3456789',
    saved: '12-3456789',
  },
  { to: 'Japan', postal: '100-0001', city: '東京', kind: 'corporate', name: /^Japan - /, typed: '1234567891234', saved: '1234567891234' },
] as const;

it('moves an organization through seven countries with a tax ID each, by keyboard only, and keeps each over a reload', async () => {
  const page = await journey.open('owner', '/org/team-eu/billing#address');
  const section = sectionOf(page);
  for (const move of moves) {
    await tabTo(page, section.getByRole('button', { name: 'Edit billing address' }));
    await page.keyboard.press('Enter');
    await expect.poll(() => field(section, 'Name').count()).toBe(1);
    await expect.poll(() => isFocused(field(section, 'Name'))).toBe(true);
    await tabTo(page, country(section));
    await typeOver(page, move.to);
    await page.keyboard.press('Enter');
    await tabTo(page, field(section, 'Postal code'));
    await typeOver(page, move.postal);
    await page.keyboard.press('Tab');
    await typeOver(page, move.city);
    await tabTo(page, kind(section));
    if (move.to !== 'Germany') {
      await section.getByText(/^Tax ID type cleared, not used in /).waitFor();
      if (move.to === 'Österreich') await section.getByText('State / Province cleared, the country is now Austria').waitFor();
      await typeOver(page, move.kind);
      await page.keyboard.press('Enter');
    }
    await tabTo(page, field(section, 'Tax ID'));
    await typeOver(page, move.typed);
    await section.getByRole('figure').getByText(move.saved).waitFor();
    await tabTo(page, save(section));
    await page.keyboard.press('Enter');
    await section.locator('dl').getByText(move.saved, { exact: true }).waitFor();
    await expect.poll(() => isFocused(heading(section))).toBe(true);
    expect(await save(section).count()).toBe(0);
    await page.reload();
    const facts = section.locator('dl');
    await facts.getByText(move.name, { exact: true }).waitFor();
    await facts.getByText(move.saved, { exact: true }).waitFor();
    await facts.getByText(move.city).waitFor();
    expect([move.to, await facts.getByText('Bayern').count()]).toEqual([move.to, move.to === 'Germany' ? 1 : 0]);
  }
});

it('names every error at its field and in a summary with links, and saves after the correction', async () => {
  const { page, section } = await openForm('owner', 'card-no-address');
  expect(await isFocused(field(section, 'Name'))).toBe(true);
  await field(section, 'Name').fill('  ab  ');
  await page.keyboard.press('Enter');
  const summary = section.getByRole('group', { name: 'Some entries need your attention' });
  await expect.poll(() => isFocused(summary)).toBe(true);
  await seesText(summary, 'billingAddress.nameTooShort');
  await seesText(summary, 'billingAddress.line1Required');
  await seesText(summary, 'billingAddress.countryRequired');
  await seesText(summary, 'billingAddress.postalCodeRequired');
  await seesText(summary, 'billingAddress.cityRequired');
  await summary.getByRole('link', { name: 'City is required' }).click();
  expect(await isFocused(field(section, 'City'))).toBe(true);

  await field(section, 'City').fill('Ber\u202Elin');
  await field(section, 'Address line 1').fill('x'.repeat(10_000));
  await section.locator('p').getByText("City contains characters that aren't allowed", { exact: true }).waitFor();
  await section.locator('p').getByText('Address line 1 must have at most 200 characters', { exact: true }).waitFor();
  expect(await field(section, 'Address line 1').inputValue()).toHaveLength(10_000);
  await country(section).fill('Atlantis');
  await page.keyboard.press('Tab');
  expect(await country(section).inputValue()).toBe('');

  await field(section, 'Name').fill('<b>Söhne</b> & Co');
  await field(section, 'Address line 1').fill(' 12 Main Street ');
  await field(section, 'Postal code').fill('10115');
  await field(section, 'City').fill('Berlin');
  await country(section).fill('Deutschland');
  await page.keyboard.press('Tab');
  expect(await country(section).inputValue()).toBe('Germany');
  await save(section).click();
  await seesText(page, 'billingAddress.saved');
  const facts = section.locator('dl');
  await facts.getByText('<b>Söhne</b> & Co', { exact: true }).waitFor();
  expect(await facts.locator('address').allInnerTexts()).toEqual(['12 Main Street\n10115 Berlin\nGermany']);
});

it("shows the gateway's refusal at the tax ID, saves nothing, and says what its register says later", async () => {
  journey.forgive(/status of 422/);
  const { page, section } = await openForm('owner', 'pro-capped');
  await field(section, 'City').fill('Hamburg');
  await country(section).fill('Germany');
  await page.keyboard.press('Enter');
  await kind(section).fill('vat');
  await page.keyboard.press('Enter');
  await field(section, 'Tax ID').fill('1');
  await section
    .getByText(
      'For example DE123456789. Will be saved as DE1. It has 3 letters and digits; the usual number is 11. Check it before you save.',
      {
        exact: true,
      },
    )
    .waitFor();
  await save(section).click();
  await seesText(section, 'billingAddress.saveFailed', { message: 'Invalid value for eu_vat.' });
  await section.getByRole('link', { name: 'Invalid value for eu_vat.' }).click();
  expect(await isFocused(field(section, 'Tax ID'))).toBe(true);
  expect([await field(section, 'Tax ID').inputValue(), await field(section, 'City').inputValue()]).toEqual(['1', 'Hamburg']);
  expect(await section.locator('dl').getByText('Hamburg').count()).toBe(0);
  await field(section, 'Tax ID').fill('DE123456788');
  await save(section).click();
  await section
    .locator('dl')
    .getByText(/^(Verification pending|Verified)$/)
    .waitFor();
  await edit(section).click();
  await section.getByRole('button', { name: 'Remove tax ID' }).click();
  await save(section).click();
  await section.locator('dl').getByText('None', { exact: true }).waitFor();
});

it('tells the second of two members, shows both versions, and loses nothing of either', async () => {
  journey.forgive(/status of 409/);
  const first = await openForm('owner', 'pro-payg');
  const second = await openForm('admin', 'pro-payg');
  await field(first.section, 'City').fill('Springfield');
  await save(first.section).click();
  await first.section.locator('dl').getByText('Springfield').waitFor();

  await field(second.section, 'Name').fill('Second Member Inc.');
  await save(second.section).click();
  const rows = second.section.getByRole('table').getByRole('row');
  await rows.first().waitFor();
  const cells = await rows.allInnerTexts();
  expect(cells.map((row) => row.split('\t').map((cell) => cell.trim())[0])).toEqual(['Field', 'Name', 'City']);
  expect(cells[2]).toContain('Springfield');
  await second.section.getByRole('button', { name: 'Take the saved version' }).click();
  expect(await field(second.section, 'City').inputValue()).toBe('Springfield');
  await second.section.getByRole('button', { name: 'Restore my changes' }).click();
  expect(await field(second.section, 'Name').inputValue()).toBe('Second Member Inc.');
  await save(second.section).click();
  await second.section.locator('dl').getByText('Second Member Inc.', { exact: true }).waitFor();

  await edit(first.section).click();
  await field(first.section, 'Name').fill('First Member Inc.');
  await save(first.section).click();
  await first.section.getByRole('button', { name: 'Save my version' }).click();
  await first.section.locator('dl').getByText('First Member Inc.', { exact: true }).waitFor();
});

it('asks before unsaved changes are lost, in every way to leave the page', async () => {
  const { page, section } = await openForm('owner', 'team-eu');
  const closing = section.getByRole('button', { name: 'Close form' });
  await closing.click();
  await expect.poll(() => isFocused(section.getByRole('button', { name: 'Edit billing address' }))).toBe(true);
  await page.keyboard.press('Enter');
  await field(section, 'City').fill('Unsaved');
  expect(await closing.getAttribute('aria-disabled')).toBe('true');

  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.getByRole('link', { name: 'Usage in detail' }).click();
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  expect([new URL(page.url()).pathname, await field(section, 'City').inputValue()]).toEqual(['/org/team-eu/billing', 'Unsaved']);

  const dialogTypes: string[] = [];
  page.once('dialog', (unload) => {
    dialogTypes.push(unload.type());
    void unload.dismiss();
  });
  await page.evaluate(() => window.location.reload());
  await expect.poll(() => dialogTypes).toEqual(['beforeunload']);
  expect(await field(section, 'City').inputValue()).toBe('Unsaved');

  await section.getByRole('button', { name: 'Cancel', exact: true }).click();
  expect(await field(section, 'City').inputValue()).not.toBe('Unsaved');
  await field(section, 'City').fill('Left behind');
  await page.getByRole('link', { name: 'Usage in detail' }).click();
  await dialog.getByRole('button', { name: 'Leave page' }).click();
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();

  await page.goBack();
  await section.getByRole('button', { name: 'Edit billing address' }).click();
  await field(section, 'City').fill('Unsaved');
  await page.goForward();
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  expect(await field(section, 'City').inputValue()).toBe('Unsaved');
});

it('offers the form to nobody who may not save it, and says why', async () => {
  const page = await journey.open('org-editor', '/org/team-eu/billing');
  const edit = sectionOf(page).getByRole('button', { name: 'Edit billing address' });
  await edit.focus();
  await page.keyboard.press('Enter');
  expect(await edit.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('tooltip').getByText("You need additional permissions to manage this organization's billing address").waitFor();
  expect(await field(sectionOf(page), 'Name').count()).toBe(0);
});
