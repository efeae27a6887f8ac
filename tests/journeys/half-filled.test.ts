import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { useReadingJourney } from '#tests/support/journey.ts';
import { cardFrame } from '#tests/support/payment-page.ts';
import { isButtonFocused, openTopUp, topUpDialog } from '#tests/support/top-up-dialog.ts';
import { openUpgrade, upgradeDialog } from '#tests/support/upgrade-dialog.ts';

const journey = useReadingJourney();

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard what you entered?' });
const answer = (page: Page, name: 'Keep editing' | 'Discard') => question(page).getByRole('button', { name, exact: true });
const hasFocus = (target: Locator) => target.evaluate((node) => node === node.ownerDocument.activeElement);

/** The question "Discard what you entered?" must focus "Keep editing", and this button must return the focus to the field. */
async function keepsEditing(page: Page, field: Locator, leave: () => Promise<void>): Promise<void> {
  await leave();
  await question(page).waitFor();
  await expect.poll(() => hasFocus(answer(page, 'Keep editing'))).toBe(true);
  await page.keyboard.press('Enter');
  await question(page).waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(field)).toBe(true);
}

async function discards(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await question(page).waitFor();
  await answer(page, 'Discard').press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await question(page).waitFor({ state: 'detached' });
}

it('closes only an open list of the top-up with Escape, then asks before it discards what was typed, in every way to close it', async () => {
  const page = await openTopUp(journey, 'card-no-address');
  const dialog = topUpDialog(page);
  const country = dialog.getByRole('combobox', { name: 'Country' });
  const city = dialog.getByRole('textbox', { name: 'City' });
  await city.fill('Vienna');
  await country.focus();
  await page.keyboard.type('Aus');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('option').first().waitFor({ state: 'detached' });
  expect([await question(page).count(), await city.inputValue()]).toEqual([0, 'Vienna']);

  await keepsEditing(page, country, () => page.keyboard.press('Escape'));
  await page.keyboard.press('Escape');
  await question(page).waitFor();
  await page.keyboard.press('Escape');
  await question(page).waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(country)).toBe(true);
  await page.evaluate(() => history.pushState(null, '', location.href));
  await page.goBack();
  await question(page).waitFor();
  await page.goBack();
  await question(page).waitFor({ state: 'detached' });
  for (const name of ['Cancel', 'Close']) {
    const button = dialog.getByRole('button', { name, exact: true });
    await keepsEditing(page, button, () => button.press('Enter'));
  }
  expect(await city.inputValue()).toBe('Vienna');

  const dialogTypes: string[] = [];
  page.on('dialog', (shown) => {
    dialogTypes.push(shown.type());
    void shown.accept();
  });
  await page.reload();
  expect(dialogTypes).toEqual(['beforeunload']);
  await page.getByRole('button', { name: 'Top Up' }).press('Enter');
  await dialog.getByRole('textbox', { name: /^Amount/ }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await question(page).count()).toBe(0);
});

it('asks when only the amount of a top-up was changed, and restores the focus after discarding', async () => {
  const page = await openTopUp(journey, 'pro-capped');
  await topUpDialog(page)
    .getByRole('textbox', { name: /^Amount/ })
    .fill('700');
  await discards(page, topUpDialog(page));
  await expect.poll(() => isButtonFocused(page, 'Top Up')).toBe(true);
});

it('asks before a card that is typed in the frame is discarded, by the key pressed inside the frame', async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing');
  const open = page.getByRole('button', { name: 'Add new card' });
  await open.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Add new card' });
  const number = cardFrame(page).getByLabel('Card number');
  await number.waitFor();
  await number.focus();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });

  await open.press('Enter');
  await number.waitFor();
  await number.focus();
  await page.keyboard.type('4242');
  await keepsEditing(page, number, () => page.keyboard.press('Escape'));
  expect(await number.inputValue()).toBe('4242');
  await discards(page, panel);
  await expect.poll(() => hasFocus(open)).toBe(true);
});

it('asks before a half-filled upgrade is discarded', async () => {
  const page = await openUpgrade(journey, 'free-start', 'Pro');
  const dialog = upgradeDialog(page, 'Pro');
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await name.fill('Acorn');
  await keepsEditing(page, name, () => page.keyboard.press('Escape'));
  await discards(page, dialog);
  await page.getByRole('dialog', { name: 'Change subscription plan' }).waitFor();
});
