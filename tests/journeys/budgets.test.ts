import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';

const journey = useJourney();

const form = (page: Page) => page.getByRole('form', { name: /^(New budget|Change )/ });
const open = async (slug: string): Promise<Page> => {
  const page = await journey.open('owner', `/org/${slug}/budgets`);
  await page.getByRole('button', { name: 'New budget' }).click();
  await page.getByRole('dialog', { name: 'New budget' }).waitFor();
  return page;
};
const limitIs = (page: Page, amount: string) =>
  page.getByRole('table', { name: 'Budgets' }).getByRole('cell', { name: amount, exact: true }).waitFor();
const look = (page: Page) => form(page).getByRole('button', { name: 'Preview' }).click();
const save = (page: Page) => form(page).getByRole('button', { name: 'Save budget' }).click();

it('makes a budget of one project with recipients of its own, by keyboard, and names both', async () => {
  const page = await open('pro-payg');
  await form(page).getByLabel('Name').fill('Streams');
  await form(page).getByRole('radio', { name: 'One project' }).check();
  const project = form(page).getByRole('combobox', { name: 'Project' });
  await project.focus();
  await page.keyboard.type('live-chat');
  await page.keyboard.press('Enter');
  await form(page).getByLabel('Amount in dollars').fill('300');
  await form(page).getByLabel('Add recipients').fill('lead@lantern.example nonsense');
  await look(page);
  const faults = page.getByRole('group', { name: 'Check the budget' });
  await faults.getByRole('link', { name: '"nonsense" is not a valid email address' }).click();
  await form(page).getByLabel('Add recipients').fill('');
  await look(page);
  const effects = form(page).getByRole('list', { name: 'What it will do' });
  await effects.getByText(/ so far\.$/).waitFor();
  expect(await effects.getByRole('listitem').count()).toBeGreaterThan(2);
  for (const sentence of await effects.getByRole('listitem').allInnerTexts()) expect(sentence).toMatch(/^[A-Z$].*\.$/);
  await save(page);
  const table = page.getByRole('table', { name: 'Budgets' });
  await table.getByRole('button', { name: 'Details, Streams' }).click();
  await table.getByText(/, of project live-chat\. Expected at the end of the cycle, with metered usage: \$/).waitFor();
  await table.getByRole('button', { name: 'Change, Streams' }).click();
  await form(page).getByText('lead@lantern.example', { exact: true }).waitFor();
  expect(await form(page).getByRole('combobox', { name: 'Project' }).inputValue()).toBe('live-chat');
});

it('stops charges of one project at a limit, by keyboard, with its promise before it is saved', async () => {
  const page = await open('pro-payg');
  await form(page).getByLabel('Amount in dollars').fill('40');
  await form(page).getByRole('radio', { name: 'One project' }).press('Space');
  await form(page).getByRole('combobox', { name: 'Project' }).focus();
  await page.keyboard.type('live-chat');
  await page.keyboard.press('Enter');
  await form(page).getByLabel('Name').fill('Chat limit');
  await form(page).getByRole('radio', { name: 'Stop charges' }).press('Space');
  await form(page)
    .getByText("You never pay more than this limit for the usage it covers in one billing cycle. Compute and add-ons can't be stopped.", {
      exact: true,
    })
    .waitFor();
  expect(await form(page).getByRole('radiogroup', { name: 'Measured amount' }).count()).toBe(0);
  await look(page);
  await form(page)
    .getByRole('list', { name: 'What it will do' })
    .getByText(/ so far\.$/)
    .waitFor();
  await save(page);
  const table = page.getByRole('table', { name: 'Budgets' });
  await table.getByRole('button', { name: 'Details, Chat limit' }).press('Enter');
  await table
    .getByText(/, of project live-chat/)
    .last()
    .waitFor();
  await limitIs(page, '$40.00');
});

it('shows what another member saved in between, and loses neither version', async () => {
  journey.forgive(/status of 409/);
  const page = await open('pro-capped');
  await form(page).getByLabel('Name').fill('Limit');
  await form(page).getByLabel('Amount in dollars').fill('200');
  await form(page).getByRole('radio', { name: 'Stop charges' }).check();
  await look(page);
  await save(page);
  const change = (on: Page) => on.getByRole('button', { name: 'Change, Limit' }).click();
  await change(page);
  const other = await journey.open('admin', '/org/pro-capped/budgets');
  await change(other);
  await form(other).getByLabel('Amount in dollars').fill('150');
  await look(other);
  await save(other);
  await limitIs(other, '$150.00');

  await form(page).getByLabel('Amount in dollars').fill('250');
  await look(page);
  await save(page);
  await page
    .getByRole('alert')
    .getByText(/someone else changed this budget/)
    .waitFor();
  const versions = page.getByRole('table', { name: 'Differences' });
  expect(
    await versions
      .getByRole('row')
      .allInnerTexts()
      .then((rows) => rows.slice(1).map((row) => row.split(/\s*\n\s*|\t/).filter(Boolean))),
  ).toEqual([['Amount', '$150.00', '$250.00']]);
  await page.getByRole('button', { name: 'Take the saved version' }).press('Enter');
  await expect.poll(() => form(page).getByLabel('Amount in dollars').inputValue()).toBe('150.00');
  await form(page).getByLabel('Amount in dollars').fill('175');
  await look(page);
  await save(page);
  await limitIs(page, '$175.00');
});
