import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { confirmationsTexts as texts } from '#lib/texts/notices.ts';
import { confirmationLink } from '#tests/support/confirm-recipients.ts';
import { useJourney } from '#tests/support/journey.ts';

const journey = useJourney();

const sectionOf = (page: Page): Locator => page.getByRole('region', { name: 'Email Recipients' });

async function addRecipient(page: Page, address: string): Promise<void> {
  const section = sectionOf(page);
  await section.getByRole('button', { name: 'Edit email recipients' }).click();
  await section.getByRole('textbox', { name: 'Add recipients' }).fill(address);
  await page.keyboard.press('Enter');
  await section.getByRole('button', { name: 'Save', exact: true }).click();
}

/** The platform sends emails shortly after the request. */
async function emailTo(page: Page, address: string): Promise<string> {
  const read = async (): Promise<string> => {
    const answer = await page.request.get(`${journey.origin}/sandbox/postbox/messages`);
    const messages = (await answer.json()) as { kind: string; to: string[]; text: string }[];
    return messages.findLast(({ kind, to }) => kind === 'confirm_address' && to[0] === address)?.text ?? '';
  };
  await expect.poll(read, { timeout: 20_000 }).not.toBe('');
  return read();
}

it('shows which recipient is not confirmed, sends the email again, and confirms it on a page without sign-in', async () => {
  const address = 'new@harbour.example';
  const page = await journey.open('owner', '/org/pro-capped/billing');
  const section = sectionOf(page);
  await addRecipient(page, address);
  const entry = section.getByRole('listitem').filter({ hasText: address });
  await entry.getByText(texts.notConfirmed, { exact: true }).waitFor();
  await section.getByText(texts.explained, { exact: true }).waitFor();
  expect(await section.getByText(texts.notConfirmed, { exact: true }).count()).toBe(1);
  const text = await emailTo(page, address);
  await entry.getByRole('button', { name: `Send again, confirmation email to ${address}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Messages' }).getByText(`Confirmation email sent to ${address}`).waitFor();

  const developer = await journey.open('developer', '/org/pro-capped/billing');
  const marked = sectionOf(developer).getByRole('listitem').filter({ hasText: address });
  await marked.getByText(texts.notConfirmed, { exact: true }).waitFor();
  expect(await marked.getByRole('button', { name: /^Send again/ }).getAttribute('aria-disabled')).toBe('true');

  const { path, token } = confirmationLink(text);
  const visitor = await journey.open(null, `${path}?token=${token}`);
  await visitor.getByRole('heading', { name: 'Confirm your email address' }).waitFor();
  await visitor.getByText('Harbour Logistics', { exact: true }).waitFor();
  await visitor.getByText(address, { exact: true }).waitFor();
  await visitor.keyboard.press('Tab');
  await visitor.keyboard.press('Enter');
  await visitor.getByRole('heading', { name: 'Address confirmed' }).waitFor();
  expect(new URL(visitor.url()).search).toBe('');

  await page.reload();
  await section.getByText(address, { exact: true }).waitFor();
  expect(await section.getByText(texts.notConfirmed, { exact: true }).count()).toBe(0);
});

it('says at the form when a recipient can be added again, and sends nothing by itself', async () => {
  journey.forgive(/status of 429/);
  const page = await journey.open('owner', '/org/pro-payg/billing');
  const section = sectionOf(page);
  const patches: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') patches.push(request.postData() ?? '');
  });
  for (let time = 1; time <= 5; time += 1) {
    await addRecipient(page, `r${time}@lantern.example`);
    await section.getByText(`r${time}@lantern.example`, { exact: true }).waitFor();
    await section.getByRole('button', { name: 'Edit email recipients' }).waitFor();
  }
  await addRecipient(page, 'r6@lantern.example');
  await section
    .getByText(/^Failed to update organization: Recipients can be added or replaced 5 times an hour\. .* Next possible at .* UTC\.$/)
    .waitFor();
  await section.getByRole('button', { name: 'Remove r6@lantern.example' }).waitFor();
  expect(patches).toHaveLength(6);
  await section.getByRole('button', { name: 'Remove r6@lantern.example' }).click();
  await section.getByRole('button', { name: 'Remove r5@lantern.example' }).click();
  await section.getByRole('button', { name: 'Save', exact: true }).click();
  await section.getByRole('button', { name: 'Edit email recipients' }).waitFor();
  expect(await section.getByText('r5@lantern.example', { exact: true }).count()).toBe(0);
});
