import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { guidePages } from '#server/reference/guides.ts';
import { freePort } from '#tests/support/free-port.ts';
import { installClient, type InstalledClient } from '#tests/support/installed-client.ts';
import { useJourney } from '#tests/support/journey.ts';
import { chargedCents, payButton, pressPay, typeAddress, typeCard, upgradeDialog } from '#tests/support/upgrade-dialog.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const journey = useJourney();
let client: InstalledClient;

beforeAll(async () => {
  client = await installClient();
});
afterAll(() => client?.remove());

const program = (): string => /^```js\n([^]*?)^```$/m.exec(guidePages.find(({ slug }) => slug === 'program')?.markdown ?? '')?.[1] ?? '';

async function operatorKey(): Promise<string> {
  const headers = { 'Content-Type': 'application/json', Origin: journey.origin };
  const body = JSON.stringify({ name: 'program', owner: 'ops@example.com', scopes: ['organizations', 'usage', 'webhooks'] });
  const answer = await fetch(`${journey.origin}/sandbox/admin-keys`, { method: 'POST', headers, body });
  return ((await answer.json()) as { readonly key: string }).key;
}

it('the program of the documents proposes an upgrade, and a member approves and pays it in a browser', async () => {
  const environment = { BILLING_URL: journey.origin, BILLING_KEY: await operatorKey(), HOOK_PORT: String(await freePort()) };
  const running = client.startModule(program(), environment);
  let printed = '';
  running.stdout?.on('data', (text: Buffer) => (printed += String(text)));
  running.stderr?.on('data', (text: Buffer) => (printed += String(text)));
  const ended = new Promise<number | null>((resolve) => running.once('exit', resolve));
  const prints = (words: string) => vi.waitFor(() => expect(printed).toContain(words), { timeout: 30_000 });
  await prints('token: create one at');

  const page = await journey.open('ada', '/org/acme/tokens');
  await page.getByRole('button', { name: 'New token' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'New token' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Program');
  for (const scope of ['Read costs and usage', 'Propose changes to members'])
    await form.getByRole('checkbox', { name: scope }).press('Space');
  await form.getByRole('button', { name: 'Create token' }).press('Enter');
  const shown = page.getByRole('dialog', { name: 'Copy your token' });
  running.stdin?.write(`${await shown.getByRole('textbox', { name: 'Token' }).inputValue()}\n`);
  await shown.getByRole('button', { name: 'Done' }).click();
  await prints(`proposed: decide it at ${journey.origin}/org/acme/proposals`);

  await page.goto(`${journey.origin}/org/acme/billing`);
  await page.getByRole('link', { name: 'Proposals, 1 open', exact: true }).click();
  const row = page.getByRole('article', { name: /^Change to the Team Plan/ });
  await row.getByText('The auditors ask for SOC2 reports', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'Review, Change to the Team Plan' }).click();
  await page.getByRole('dialog', { name: 'Approve this proposal?' }).getByRole('button', { name: 'Approve and continue' }).click();
  await upgradeDialog(page, 'Team').waitFor();
  await payButton(page).waitFor();
  const cents = Math.round(Number(/\$([\d,.]+)/.exec(await payButton(page).innerText())?.[1]?.replaceAll(',', '')) * 100);
  const before = (await chargedCents(journey)).length;
  await typeCard(page, { number: '4242424242424242' });
  await typeAddress(page);
  await pressPay(page);
  await page.getByRole('dialog', { name: "We're excited for your upgrade" }).waitFor();
  expect((await chargedCents(journey)).slice(before)).toEqual([cents]);
  expect([await ended, printed]).toEqual([0, expect.stringContaining('event: subscription.updated')]);
});
