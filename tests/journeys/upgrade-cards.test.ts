import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { formatCents } from '#lib/money.ts';
import { useJourney } from '#tests/support/journey.ts';
import {
  answerBank,
  chargedCents,
  chooseNewCard,
  choosePlan,
  isReady,
  openUpgrade,
  payButton,
  pressPay,
  typeAddress,
  typeCard,
  upgradeDialog,
  type TypedCard,
} from '#tests/support/upgrade-dialog.ts';

const journey = useJourney();

interface Refused extends TypedCard {
  readonly says: string | RegExp;
  readonly bank?: 'Complete authentication' | 'Fail authentication' | 'Cancel';
}

const plain = 'Your card was declined. Please use a different card or contact your bank.';
const notConfirmed = 'Could not confirm payment. Please try again or use a different card.';

/** Cards whose payment fails. The test tries all of them in one dialog: the dialog keeps its input, and no card is charged. */
const refused: readonly Refused[] = [
  { number: '4242424242424241', says: /card number is (invalid|incorrect|not valid)/i },
  { number: '4242424242424242', expiry: '1334', says: /expir/i },
  { number: '4242424242424242', expiry: '1220', says: /expir|past/i },
  { number: '4242424242424242', code: '99', says: /security code/i },
  { number: '4000000000000002', says: plain },
  { number: '4000000000009995', says: 'Your card has insufficient funds. Please use a different card.' },
  // The message must not reveal that a card was reported as lost or stolen. From the third decline on, the message gives no reason.
  { number: '4000000000009987', says: plain },
  { number: '4000000000009979', says: plain },
  { number: '4100000000000019', says: plain },
  { number: '4000000000000069', says: plain },
  { number: '4000000000000127', says: plain },
  { number: '4000000000000119', says: plain },
  { number: '4000000000006975', says: plain },
  { number: '4000000000000341', says: plain },
  { number: '4000008400001280', says: plain },
  { number: '4000002500003155', bank: 'Fail authentication', says: notConfirmed },
  { number: '4000000000003220', bank: 'Cancel', says: notConfirmed },
  { number: '4000008260003178', bank: 'Complete authentication', says: notConfirmed },
  { number: '4000008400001629', bank: 'Complete authentication', says: notConfirmed },
];

interface Paying extends TypedCard {
  readonly slug: string;
  readonly plan: string;
  readonly asksForAddress?: true;
}

const paying: readonly Paying[] = [
  { slug: 'pro-capped', plan: 'Team', number: '4242424242424242' },
  { slug: 'pro-payg', plan: 'Team', number: '378282246310005' },
  { slug: 'restricted', plan: 'Team', number: '2223003122003222' },
  { slug: 'card-no-address', plan: 'Team', number: '6011111111111117', asksForAddress: true },
  { slug: 'grace-over', plan: 'Team', number: '3566002020360505', asksForAddress: true },
  { slug: 'grace-period', plan: 'Pro', number: '6200000000000005', asksForAddress: true },
  { slug: 'free-exceeded', plan: 'Pro', number: '4000000000003055', asksForAddress: true },
  { slug: 'free-start', plan: 'Pro', number: '4000000000000259', asksForAddress: true },
  { slug: 'free-one-card', plan: 'Pro', number: '4000000000000077', asksForAddress: true },
  // The page of this organization has no address section, so the form requires no address.
  { slug: 'features-off', plan: 'Team', number: '5200828282828210' },
];

it(
  'refuses every card that does not pay, in one dialog, by keyboard alone, with a silent captcha from the sixth decline on',
  { timeout: 180_000 },
  async () => {
    journey.forgive(/status of 4(0[02]|29)/);
    const page = await openUpgrade(journey, 'over-limit', 'Team');
    const dialog = upgradeDialog(page, 'Team');
    const before = (await chargedCents(journey)).length;
    await chooseNewCard(page);
    for (const [index, card] of refused.entries()) {
      await typeCard(page, card, index === 0 ? 'Tab' : 'Shift+Tab');
      await pressPay(page);
      if (card.bank) await answerBank(page, card.bank);
      await isReady(page);
      await expect.poll(async () => [card.number, await says(page, card.says)], { timeout: 10_000 }).toEqual([card.number, true]);
    }
    expect(await dialog.isVisible()).toBe(true);
    expect((await chargedCents(journey)).length).toBe(before);

    await typeCard(page, { number: '4000003800000446' }, 'Shift+Tab');
    await pressPay(page);
    await answerBank(page, 'Complete authentication');
    await page.getByRole('dialog', { name: "We're excited for your upgrade" }).waitFor();
    expect((await chargedCents(journey)).length).toBe(before + 1);
  },
);

async function says(page: Page, words: string | RegExp): Promise<boolean> {
  const shown = [
    await upgradeDialog(page, 'Team').innerText(),
    await page.frameLocator('iframe[title="Secure card fields"]').locator('body').innerText(),
  ].join('\n');
  return typeof words === 'string' ? shown.includes(words) : words.test(shown);
}

it('takes every kind of card that pays, by keyboard alone, and charges what the button said', { timeout: 180_000 }, async () => {
  // After the declines above, each payment needs a captcha; without it, the platform answers 429.
  journey.forgive(/status of 429/);
  const page = await journey.open('owner', '/sign-in');
  for (const { slug, plan, asksForAddress, ...card } of paying) {
    const before = (await chargedCents(journey)).length;
    await page.goto(`${journey.origin}/org/${slug}/billing?panel=subscriptionPlan`);
    await choosePlan(page, plan);
    await chooseNewCard(page);
    await typeCard(page, card);
    if (asksForAddress) await typeAddress(page);
    else if (slug === 'features-off') expect(await page.getByText('Billing name, address and tax ID').count()).toBe(0);
    const amount = /\$[\d,.]+/.exec(await payButton(page).innerText())?.[0];
    await pressPay(page);
    await page.getByRole('dialog', { name: "We're excited for your upgrade" }).waitFor();
    const charged = (await chargedCents(journey)).slice(before).map((cents) => formatCents(cents));
    expect([card.number, charged]).toEqual([card.number, [amount]]);
    if (slug === 'features-off') expect(await page.getByText(/^Failed to mark payment method/).count()).toBe(0);
  }
});
