import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import { payOnHostedPage } from '#tests/support/payment-page.ts';
import { programEnvironment } from '#tests/support/program-environment.ts';
import { answerBank, chooseNewCard, choosePlan, pressPay, typeCard, upgradeDialog } from '#tests/support/upgrade-dialog.ts';

// Starts the server as `npm start` does, with an empty data folder.
const journey = useJourney({}, 'src/server/cli/start.mjs');

const readme = readFileSync('README.md', 'utf8');
const steps = (readme.split('\n## The first minute\n')[1]?.split('\n| command')[0] ?? '').split(/^\d\. /m).slice(1);
const step = (index: number, ...words: readonly string[]): void => {
  for (const word of words) expect(steps[index]?.replaceAll(/\s+/g, ' ')).toContain(word);
};

let printed: string;
beforeAll(() => {
  printed = /^Sign in at (\S+) as$/m.exec(journey.printed())?.[1] ?? '';
});

async function signIn(member: string): Promise<Page> {
  const page = await journey.open(null, '/sign-in');
  await page.goto(printed);
  await page.getByRole('button', { name: `Sign in as ${member}`, exact: true }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

async function openBilling(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Lantern Media', exact: true }).click();
  await page.getByRole('link', { name: 'Billing', exact: true }).first().click();
  await page.waitForURL('**/org/pro-payg/billing');
  await page.getByRole('heading', { level: 1, name: 'Billing', exact: true }).waitFor();
}

it('has as many steps as the README', () => {
  expect(new URL(printed).pathname).toBe('/sign-in');
  expect(steps).toHaveLength(5);
});

it('pays an outstanding invoice and upgrades, at the address that the start prints', async () => {
  step(
    0,
    'Sign in as **owner**',
    'open the billing page of **Lantern Media** (`pro-payg`)',
    '"Pay Now" opens the payment page of an outstanding one',
  );
  const page = await signIn('owner');
  await openBilling(page);
  const invoices = page.getByRole('region', { name: 'Past Invoices' });
  await invoices
    .getByRole('button', { name: /^Pay Now/ })
    .first()
    .click();
  await page.waitForURL(/\/pay\//);
  expect(new URL(page.url()).origin).toBe(new URL(printed).origin);
  await payOnHostedPage(page);
  await page.waitForURL(/\/org\/pro-payg\/billing\?paid=in_/);
  expect(new URL(page.url()).origin).toBe(new URL(printed).origin);
  await invoices.getByText(/^Invoice \S+ is paid$/).waitFor({ timeout: 20_000 });

  step(1, 'Press "Change subscription plan" and upgrade', '`4242 4242 4242 4242`', '`4000 0027 6000 3184` asks for 3-D Secure');
  await page.getByRole('button', { name: 'Change subscription plan' }).click();
  await choosePlan(page, 'Team');
  await chooseNewCard(page);
  await typeCard(page, { number: '4000002760003184' });
  await pressPay(page);
  await answerBank(page, 'Complete authentication');
  await page.getByRole('dialog', { name: "We're excited for your upgrade" }).waitFor();
  await upgradeDialog(page, 'Team').waitFor({ state: 'detached' });

  step(2, '`npm run clock -- +31d`', '`/sandbox/postbox` has the emails');
  const { stdout } = await promisify(execFile)(process.execPath, ['src/server/cli/clock.mjs', '+31d'], {
    env: programEnvironment({ PORT: new URL(printed).port }),
  });
  expect(stdout).toMatch(/(31d|30d 23h 59m) ahead of real time/);
  await page.goto(`${new URL(printed).origin}/sandbox/postbox`);
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByRole('link', { name: /invoice/i }).count();
    })
    .toBeGreaterThan(0);
  const messages = (await (await page.request.get(`${new URL(printed).origin}/sandbox/postbox/messages`)).json()) as {
    organization: string;
    text: string;
  }[];
  const links = messages
    .filter(({ organization }) => organization === 'pro-payg')
    .flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []);
  expect([...new Set(links.map((link) => new URL(link).origin))]).toEqual([new URL(printed).origin]);
  await page.goto(links.find((link) => link.includes('/billing')) ?? '');
  await page.getByRole('heading', { level: 1, name: 'Billing', exact: true }).waitFor();

  step(3, '`/sandbox/gateway/inspector`', '`/docs`', '`/docs/events`', '`/__design`');
  for (const path of ['/sandbox/gateway/inspector', '/docs', '/docs/events', '/__design']) {
    const answer = await page.goto(new URL(printed).origin + path);
    expect([path, answer?.status()]).toEqual([path, 200]);
  }
});

it('shows members without permission what they may see', async () => {
  step(4, 'Sign in as **viewer** or **developer**');
  for (const member of ['viewer', 'developer']) {
    const page = await signIn(member);
    await openBilling(page);
    await page.getByRole('button', { name: 'Who can do this, Credit Balance', exact: true }).waitFor();
  }
});

it('pays at the other name of this machine as well', async () => {
  const other = journey.origin.replace('localhost', '127.0.0.1');
  expect(other).not.toBe(journey.origin);
  const page = await journey.open(null, '/sign-in');
  await page.goto(`${other}/sign-in?next=/org/restricted/billing`);
  await page.getByRole('button', { name: 'Sign in as owner', exact: true }).click();
  const invoices = page.getByRole('region', { name: 'Past Invoices' });
  await invoices
    .getByRole('button', { name: /^Pay Now/ })
    .first()
    .click();
  await page.waitForURL(`${other}/**/pay/**`);
  // For this card, the bank requires a challenge on its own page.
  await payOnHostedPage(page, '4000002760003184');
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await page.waitForURL(`${other}/org/restricted/billing?paid=in_*`);
  await invoices.getByText(/^Invoice \S+ is paid$/).waitFor({ timeout: 20_000 });
});
