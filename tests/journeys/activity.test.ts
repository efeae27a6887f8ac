import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import { emailRecipientsTexts } from '#lib/texts/email-recipients.ts';

const journey = useJourney();

it('chooses the emails of an address, and asks before the choice is lost', async () => {
  const page = await journey.open('owner', '/org/team-eu/billing');
  const emails = page.getByRole('region', { name: 'Email Recipients' });
  const choose = emails.getByRole('button', { name: 'Choose emails for each address' });
  const buyer = (words: string) => emails.getByRole('button', { name: `einkauf@stadtwerke.example: ${words}` });

  await choose.click();
  await emails.getByText(/^Always sent to every address: Failed payments, /).waitFor();
  await buyer('all emails').click();
  const receipts = emails.getByRole('checkbox', { name: 'Receipts' });
  await receipts.focus();
  await page.keyboard.press('Space');
  await buyer('13 of 14 kinds, and required emails').waitFor();
  // A collapsed entry keeps its unsaved choices, so a link to another page opens the question "Leave without saving?".
  await buyer('13 of 14 kinds, and required emails').click();
  await page.getByRole('link', { name: 'Groundwork' }).click();
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay here' }).click();
  await emails.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(emailRecipientsTexts.saved).filter({ visible: true }).waitFor();
  await expect
    .poll(() => emails.getByRole('heading', { name: 'Email Recipients' }).evaluate((at) => at === document.activeElement))
    .toBe(true);
  await choose.click();
  await buyer('13 of 14 kinds, and required emails').waitFor();
});

it('sends an invoice again, and shows its delivery without a reload', async () => {
  const page = await journey.open('owner', '/org/team-eu/billing#invoices');
  await page.getByRole('link', { name: /-0002$/ }).click();
  const sentRegion = page.getByRole('region', { name: 'Sent' });
  await sentRegion.getByText('No email about this invoice has been sent yet.').waitFor();
  await sentRegion.getByRole('button', { name: /^Send again, invoice / }).click();
  await page
    .getByRole('alertdialog', { name: /^Send invoice .* again\?$/ })
    .getByRole('button', { name: 'Send email' })
    .click();
  await page
    .getByText(/-0002 is on its way to .*@stadtwerke\.example and 1 more$/)
    .filter({ visible: true })
    .waitFor();
  await expect.poll(() => sentRegion.getByText('Delivered').count()).toBe(4);
  await sentRegion.getByText('1 email').waitFor();
});

it('finds the sent email in the activity, and refuses an invalid date range', async () => {
  const page = await journey.open('owner', '/org/team-eu/billing');
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Find entries' }).click();
  await page.getByRole('radio', { name: 'Emails' }).click();
  await page.getByRole('textbox', { name: 'From' }).fill('2026-02-02');
  await page.getByRole('textbox', { name: 'To' }).fill('2026-02-01');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('group', { name: 'Invalid date range' }).waitFor();
  for (const name of ['From', 'To']) await page.getByRole('textbox', { name }).fill('');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('Only Emails').waitFor();
  expect(new URL(page.url()).search).toBe('?kind=emails');
  await page.getByText(/^Delivered to: controlling@stadtwerke\.example, /).waitFor();
});

it('serves the found entries without scripts and as a file, and changes their kind by links', async () => {
  const page = await journey.open('owner', '/org/team-eu/activity?kind=emails');
  await page.getByText(/^Delivered to: controlling@stadtwerke\.example, /).waitFor();
  const link = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
  const file = await page.context().request.get(journey.origin + String(link));
  expect((await file.text()).trim().split('\r\n')).toHaveLength(2);
  const html = await (await page.context().request.get(page.url())).text();
  expect(html).toContain('Delivered to: controlling@stadtwerke.example, ');
  const kinds = page.getByRole('navigation', { name: 'Kinds of entries' });
  expect(await kinds.locator('[aria-current]').allInnerTexts()).toEqual(['Emails']);
  await kinds.getByRole('link', { name: 'Invoices and payments' }).click();
  await page.getByText('Only Invoices and payments').waitFor();
  await page.getByRole('button', { name: 'Show all activity' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await page
    .getByRole('link', { name: /^Invoice .*-0002$/ })
    .first()
    .click();
  await page.getByRole('heading', { name: /^Invoice .*-0002$/, level: 1 }).waitFor();
});

it('says who can send an invoice again, which emails bounced, and what to do', async () => {
  const page = await journey.open('billing', '/org/pro-invoice/billing');
  const emails = page.getByRole('region', { name: 'Email Recipients' });
  await emails.getByText(/^Email to old-office@cedar\.example is bouncing\. /).waitFor();
  await page.getByRole('link', { name: 'Activity' }).click();
  const bounced = page.getByRole('button', { name: /^1 bounced, Invoice / }).first();
  await bounced.focus();
  await page
    .getByRole('tooltip', { name: /Bounced from: old-office@cedar\.example$/ })
    .first()
    .waitFor();
  await page
    .getByRole('link', { name: /^Invoice / })
    .first()
    .click();
  const sentRegion = page.getByRole('region', { name: 'Sent' });
  await sentRegion.getByText('1 email, 1 bounced').waitFor();
  const again = sentRegion.getByRole('button', { name: /^Send again/ });
  expect(await again.getAttribute('aria-disabled')).toBe('true');
  await sentRegion.getByRole('button', { name: 'Who can do this, Sent' }).waitFor();
});
