import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { sessionEnded } from '#server/http/caller.ts';
import { emailRecipientsTexts } from '#lib/texts/email-recipients.ts';
import { useJourney } from '#tests/support/journey.ts';
import { seesText } from '#tests/support/sees-text.ts';

const journey = useJourney();

const sectionOf = (page: Page): Locator => page.getByRole('region', { name: 'Email Recipients' });
const primary = (section: Locator): Locator => section.getByRole('textbox', { name: /^Primary billing email/ });
const adding = (section: Locator): Locator => section.getByRole('textbox', { name: 'Add recipients' });
const save = (section: Locator): Locator => section.getByRole('button', { name: 'Save', exact: true });
const facts = (section: Locator): Locator => section.locator('dl');

async function openForm(member: string, slug: string): Promise<{ page: Page; section: Locator }> {
  const page = await journey.open(member, `/org/${slug}/billing`, { permissions: ['clipboard-read', 'clipboard-write'] });
  const section = sectionOf(page);
  await edit(section).click();
  await primary(section).waitFor();
  return { page, section };
}

const heading = (section: Locator): Locator => section.getByRole('heading', { name: 'Email Recipients' });
const edit = (section: Locator): Locator => section.getByRole('button', { name: 'Edit email recipients' });

const isFocused = (where: Locator): Promise<boolean> => where.evaluate((element) => element === document.activeElement);

function patches(page: Page): unknown[] {
  const patchBodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') patchBodies.push(request.postDataJSON());
  });
  return patchBodies;
}

it('adds the valid addresses of a pasted list, and leaves the others in the field', async () => {
  const { page, section } = await openForm('owner', 'team-eu');
  expect(await isFocused(primary(section))).toBe(true);
  // The field adds the valid new addresses. Invalid and already listed addresses stay in the field as text.
  const many = Array.from({ length: 200 }, (_, index) => (index % 50 === 7 ? `bad-${index}` : `r${index}@verbund.example`));
  await page.evaluate((text) => navigator.clipboard.writeText(text), [...many, 'EINKAUF@stadtwerke.example'].join('\n'));
  await adding(section).focus();
  await page.keyboard.press('Control+V');
  expect(await section.getByRole('button', { name: /^Remove / }).count()).toBe(199);
  expect(await adding(section).inputValue()).toBe('bad-7, bad-57, bad-107, bad-157, EINKAUF@stadtwerke.example');
  await seesText(section, 'emailRecipients.invalidEntry', { entry: 'bad-57' });
  await section.getByText('EINKAUF@stadtwerke.example is already in the list', { exact: true }).waitFor();
  await section.getByRole('button', { name: 'Cancel', exact: true }).click();
  expect(await section.getByRole('button', { name: /^Remove / }).count()).toBe(3);
  expect(await adding(section).inputValue()).toBe('');
});

it('sends no invalid address, and Cancel restores the saved one', async () => {
  const { page, section } = await openForm('owner', 'team-eu');
  const patchBodies = patches(page);
  await primary(section).fill('nobody');
  await save(section).click();
  const summary = section.getByRole('group', { name: 'Some entries need your attention' });
  await expect.poll(() => isFocused(summary)).toBe(true);
  await seesText(summary, 'emailRecipients.invalidEmail');
  expect([await primary(section).inputValue(), patchBodies]).toEqual(['nobody', []]);
  await section.getByRole('button', { name: 'Cancel', exact: true }).click();
  expect(await primary(section).inputValue()).toBe('rechnung@stadtwerke.example');
});

it('sends only what changed: the list, or null for a cleared primary address', async () => {
  const { page, section } = await openForm('owner', 'team-eu');
  const patchBodies = patches(page);
  await section.getByRole('button', { name: 'Remove controlling@stadtwerke.example' }).click();
  await section.getByRole('button', { name: /^Undo, add / }).click();
  expect(await save(section).getAttribute('aria-disabled')).toBe('true');
  await adding(section).fill('neu@stadtwerke.example');
  await page.keyboard.press('Enter');
  await save(section).click();
  await seesText(page, 'emailRecipients.saved');
  await facts(section).getByText('neu@stadtwerke.example', { exact: true }).waitFor();
  await expect.poll(() => isFocused(heading(section))).toBe(true);
  expect(await primary(section).count()).toBe(0);
  await edit(section).click();
  await primary(section).waitFor();

  // The page sends a cleared primary address as null, and an empty list of additional addresses as an empty array.
  await primary(section).fill('');
  for (let left = 4; left > 0; left -= 1)
    await section
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
  await save(section).click();
  await facts(section).getByText('None', { exact: true }).waitFor();
  await facts(section).getByText('Unknown', { exact: true }).waitFor();
  const before = ['einkauf@stadtwerke.example', 'controlling@stadtwerke.example', 'it-leitung@stadtwerke.example'];
  expect(patchBodies).toEqual([
    { additional_billing_emails: [...before, 'neu@stadtwerke.example'] },
    { billing_email: null, additional_billing_emails: [] },
  ]);
});

it('keeps an unsaved edit after a refresh, and what another member saved at the same time', async () => {
  const { page, section } = await openForm('owner', 'pro-capped');
  const other = await openForm('admin', 'pro-capped');
  // Text that is not yet added to the list also counts as unsaved, so the page asks before the member leaves.
  await adding(section).pressSequentially('mine@harbour.example');
  const dialogTypes: string[] = [];
  page.once('dialog', (unload) => {
    dialogTypes.push(unload.type());
    void unload.dismiss();
  });
  await page.evaluate(() => window.location.reload());
  await expect.poll(() => dialogTypes).toEqual(['beforeunload']);
  await save(section).focus();
  await section.getByRole('button', { name: 'Remove mine@harbour.example' }).waitFor();
  await primary(section).fill('first@harbour.example');

  await adding(other.section).fill('theirs@harbour.example');
  await save(other.section).click();
  await facts(other.section).getByText('theirs@harbour.example', { exact: true }).waitFor();

  // Saving another section makes the page read the customer again.
  const address = page.getByRole('region', { name: 'Billing Address & Tax ID' });
  await address.getByRole('button', { name: 'Edit billing address' }).click();
  await address.getByRole('textbox', { name: 'City', exact: true }).fill('Tacoma');
  await address.getByRole('button', { name: 'Save', exact: true }).click();
  await facts(section).getByText('theirs@harbour.example', { exact: true }).waitFor();
  expect(await primary(section).inputValue()).toBe('first@harbour.example');
  await section.getByRole('button', { name: 'Remove mine@harbour.example' }).waitFor();

  await save(section).click();
  await facts(section).getByText('mine@harbour.example', { exact: true }).waitFor();
  expect(await facts(section).getByText('theirs@harbour.example', { exact: true }).count()).toBe(1);
  expect(await facts(section).getByText('first@harbour.example', { exact: true }).count()).toBe(1);
});

it('loses nothing when the session ends in the middle, and saves after signing in elsewhere', async () => {
  journey.forgive(/status of 401/);
  const { page, section } = await openForm('owner', 'pro-payg');
  await adding(section).fill('late@payg.example');
  await page.keyboard.press('Enter');
  await page.context().clearCookies();
  await save(section).click();
  await seesText(section, 'emailRecipients.saveFailed', { message: sessionEnded });
  await section.getByRole('link', { name: /^Sign in again/ }).waitFor();
  await page.context().request.post(`${journey.origin}/auth/sandbox`, { data: { member: 'owner' }, headers: { Origin: journey.origin } });
  await save(section).click();
  await facts(section).getByText('late@payg.example', { exact: true }).waitFor();
});

it('says which right is missing where it was taken away after the form was opened, and keeps what was typed', async () => {
  journey.forgive(/status of 403/);
  const { page, section } = await openForm('owner', 'pro-payg');
  await adding(section).fill('refused@payg.example');
  await page.keyboard.press('Enter');
  // Replaces the cookies, because a new sign-in would end the owner's session while reads are pending.
  const developer = await journey.open('developer', '/org/pro-payg/billing');
  await page.context().addCookies(await developer.context().cookies());
  await save(section).click();
  await section.getByText(`Failed to update organization: ${emailRecipientsTexts.noUpdate}`, { exact: true }).waitFor();
  await section.getByRole('button', { name: 'Remove refused@payg.example' }).waitFor();
});

it('fails at once without a connection, keeps what was typed, and sends nothing by itself afterwards', async () => {
  journey.forgive(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const { page, section } = await openForm('owner', 'over-limit');
  const patchBodies = patches(page);
  await adding(section).fill('offline@example.com');
  await page.keyboard.press('Enter');
  await page.context().setOffline(true);
  await save(section).click();
  await section.getByText(/^Failed to update organization: /).waitFor();
  await section.getByRole('button', { name: 'Remove offline@example.com' }).waitFor();
  const tried = patchBodies.length;

  const read = page.waitForResponse((response) => response.url().endsWith('/customer') && response.ok());
  await page.context().setOffline(false);
  await read;
  expect(patchBodies.length).toBe(tried);
  await save(section).click();
  await facts(section).getByText('offline@example.com', { exact: true }).waitFor();
});

it('allows editing recipients with only the permission to change the organization, like the API', async () => {
  const { page, section } = await openForm('org-editor', 'team-eu');
  await adding(section).fill('edited@stadtwerke.example');
  await page.keyboard.press('Enter');
  await save(section).click();
  await facts(section).getByText('edited@stadtwerke.example', { exact: true }).waitFor();
});

it('says before anybody types that the right to change the organization is missing, whatever else a member may do', async () => {
  for (const [member, reason] of [
    ['billing', emailRecipientsTexts.noUpdate],
    ['developer', emailRecipientsTexts.noWrite],
  ] as const) {
    const page = await journey.open(member, '/org/team-eu/billing');
    const section = sectionOf(page);
    await section.getByText(reason, { exact: true }).filter({ visible: true }).first().waitFor();
    if (member === 'billing') await seesText(section, 'emailRecipients.noUpdate');
    await edit(section).focus();
    await page.getByRole('tooltip').getByText(reason, { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    expect([await edit(section).getAttribute('aria-disabled'), await primary(section).count()]).toEqual(['true', 0]);
  }
});

const listen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const spokenTexts: string[] = [];
    Object.assign(window, { spokenTexts });
    const note = () => {
      const ids = document.activeElement?.getAttribute('aria-describedby')?.split(' ') ?? [];
      const described = ids.map((id) => document.getElementById(id)?.textContent ?? '');
      const live = [...document.querySelectorAll('[role=status], [role=alert]')].map(({ textContent }) => textContent);
      for (const text of [...described, ...live]) if (text !== '' && !spokenTexts.includes(text)) spokenTexts.push(text);
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });

it('says after a save that it was saved, and never that there is no change to save', async () => {
  const { page, section } = await openForm('owner', 'team-eu');
  await adding(section).fill('said@stadtwerke.example');
  await page.keyboard.press('Enter');
  await save(section).focus();
  await listen(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => isFocused(heading(section))).toBe(true);
  await page.getByRole('region', { name: 'Messages' }).getByText(emailRecipientsTexts.saved).waitFor();
  const spokenTexts = await page.evaluate(() => (window as unknown as { spokenTexts: string[] }).spokenTexts);
  expect(spokenTexts).toContain(emailRecipientsTexts.saved);
  expect(spokenTexts.filter((text) => /no change/i.test(text))).toEqual([]);
});
