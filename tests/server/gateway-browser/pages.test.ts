import type { Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import { runAxe } from '#a11y/audit/axe.ts';
import { isExplained } from '#a11y/audit/explained.ts';
import { inWords } from '#a11y/audit/finding.ts';
import { setUpCardPage } from './card-page.ts';
import type { BrowserHarness } from './harness.ts';

const { opened, press, focused, typeToCode } = setUpCardPage();
let harness: BrowserHarness;
let page: Page;
beforeEach(() => {
  ({ harness, page } = opened());
});

describe('the hosted page', () => {
  it('is paid by keyboard, through the bank', async () => {
    const session = await harness.stripe.checkout.sessions.create({
      mode: 'payment',
      customer: harness.customerId,
      line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 7218, product_data: { name: 'Invoice 42' } } }],
      success_url: harness.page('pay'),
      cancel_url: harness.page('pay'),
    });
    await page.goto(session.url ?? '');
    await press('Tab', 'Tab');
    await typeToCode('4000000000009995');
    await press('Tab', 'Tab');
    await page.keyboard.type('94107');
    await press('Enter');
    await page.getByRole('alert').filter({ hasText: 'insufficient funds' }).waitFor();
    expect(await focused()).toBe('refusal');
    await press('Tab', 'Tab');
    expect(await focused()).toBe('card-number');
    await press('Control+A');
    await page.keyboard.type('4000002760003184');
    await press('Enter');
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    await press('Tab', 'Enter');
    await page.waitForURL(harness.page('pay'));
    expect((await harness.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
  });
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it('every page passes the rules of axe, AAA included', async () => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const session = await harness.stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 7218, product_data: { name: 'Invoice 42' } } }],
      success_url: harness.page('pay'),
    });
    const intent = await harness.stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
      return_url: harness.page('pay'),
    });
    const found: string[] = [];
    for (const url of [
      harness.page('pay'),
      session.url ?? '',
      intent.next_action?.redirect_to_url?.url ?? '',
      `${harness.baseUrl}/inspector`,
    ]) {
      await page.goto(url);
      if (url === harness.page('pay')) {
        await page.frameLocator('iframe').getByLabel('Card number').waitFor();
        await page.getByRole('button', { name: 'Pay' }).press('Enter');
        await page.frameLocator('iframe').getByText('Your card number is incomplete.', { exact: true }).first().waitFor();
      }
      if (url.endsWith('/inspector')) {
        await page.setViewportSize({ width: 400, height: 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(400);
      }
      const { findings } = await runAxe(page);
      // The page around the card frame belongs to the tests and is not audited.
      const pageFindings = url === harness.page('pay') ? findings.filter(({ place }) => place.startsWith('iframe')) : findings;
      found.push(...pageFindings.filter((finding) => !isExplained('axe', finding, null)).map((finding) => `${url}: ${inWords(finding)}`));
    }
    expect(found).toEqual([]);
  });
});
