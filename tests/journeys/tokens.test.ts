import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';

const journey = useJourney();

it('creates a token by keyboard, shows it once, and lets a program read with it until it is revoked', async () => {
  const page = await journey.open('owner', '/org/pro-payg/tokens');
  await page.getByRole('button', { name: 'New token' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'New token' });
  await form.getByRole('button', { name: 'Create token' }).click();
  await form.getByRole('group', { name: 'Check the token' }).getByRole('link', { name: 'Enter a name' }).click();
  await page.keyboard.type('Cost report');
  await form.getByRole('checkbox', { name: 'Read costs and usage' }).press('Space');
  await form.getByRole('button', { name: 'Create token' }).press('Enter');

  const shown = page.getByRole('dialog', { name: 'Copy your token' });
  const field = shown.getByRole('textbox', { name: 'Token' });
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  const token = await field.inputValue();
  expect(token).toMatch(/^bt_\d+_[\w-]{43}$/);
  await shown.getByRole('button', { name: 'Copy token' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog', { name: 'Close without the token?' }).getByRole('button', { name: 'Keep it open' }).click();
  expect(await field.inputValue()).toBe(token);
  await shown.getByRole('button', { name: 'Done' }).click();
  await shown.waitFor({ state: 'detached' });
  const left = await page.evaluate(() => [
    document.documentElement.outerHTML,
    ...[...document.querySelectorAll('input')].map(({ value }) => value),
    ...[localStorage, sessionStorage].map((storage) => JSON.stringify(storage)),
  ]);
  expect(left.filter((text) => text.includes(token))).toEqual([]);

  const usage = async (): Promise<number> => {
    const address = new URL('/platform/organizations/pro-payg/usage', page.url());
    return (await fetch(address, { headers: { Authorization: `Bearer ${token}` } })).status;
  };
  expect(await usage()).toBe(200);
  const row = page.getByRole('article', { name: 'Cost report' });
  await row.getByText('Never used').waitFor();
  await page.reload();
  await row.getByText(/^Last used /).waitFor();

  await row.getByRole('button', { name: 'Revoke, Cost report' }).click();
  const question = page.getByRole('alertdialog', { name: 'Revoke Cost report?' });
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect.poll(() => page.locator(':focus').innerText()).toBe('Your tokens');
  expect(await usage()).toBe(401);
  await page.getByRole('button', { name: 'Ended tokens' }).click();
  await row.getByText('Revoked', { exact: true }).waitFor();
});

it('says to members without the permissions who can create a token', async () => {
  const page = await journey.open('developer', '/org/pro-payg/tokens');
  await page.getByRole('button', { name: 'Who can do this, New token' }).click();
  const members = page.getByRole('dialog', { name: 'Who can do this' }).getByRole('listitem');
  await members.first().waitFor();
  expect((await members.allInnerTexts()).map((text) => text.split(',')[0])).toEqual(['adam-admin', 'olivia-owner']);
});
