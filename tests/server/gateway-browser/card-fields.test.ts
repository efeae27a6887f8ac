import type { Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import { setUpCardPage } from './card-page.ts';
import type { BrowserHarness } from './harness.ts';

const { opened, press, outcome, focused, showCard, typeToCode, typeCard, reachChallenge } = setUpCardPage();
let harness: BrowserHarness;
let page: Page;
beforeEach(() => {
  ({ harness, page } = opened());
});

describe('card fields', () => {
  it('pay from the keyboard: Enter in a field sends the form around the frame', async () => {
    await showCard();
    await typeCard('4242424242424242');
    expect(await page.frameLocator('iframe').getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    await press('Enter');
    await expect.poll(() => outcome().textContent()).toBe('server: succeeded');
  });

  it('are as wide as the place they are given', async () => {
    await showCard();
    const frame = await page.locator('iframe').evaluateHandle((element) => element.parentElement);
    const place = await frame.asElement()?.boundingBox();
    const field = await page.frameLocator('iframe').getByLabel('Card number').boundingBox();
    expect([field?.x, field?.width]).toEqual([place?.x, place?.width]);
  });

  it('are passed through with Tab in both directions, and tell of Escape', async () => {
    await showCard();
    await press('Tab');
    expect(await focused()).toBe('card-number');
    await press('Escape');
    await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab');
    expect(await focused()).toBe('Pay');
    await press('Shift+Tab');
    expect(await focused()).toBe('card-postalCode');
    await expect.poll(() => page.locator('[data-events]').textContent()).toBe('ready escape');
  });

  it('name what is wrong, beside the field and aloud, and take the focus there', async () => {
    await showCard();
    await press('Tab');
    await page.keyboard.type('4242424242424241');
    await press('Enter');
    await expect.poll(() => outcome().textContent()).toBe('field: Your card number is invalid.');
    const frame = page.frameLocator('iframe');
    expect(await focused()).toBe('card-number');
    expect(await frame.locator('#card-number').getAttribute('aria-invalid')).toBe('true');
    expect(await frame.locator('#card-number-error').textContent()).toBe('Your card number is invalid.');
    await expect
      .poll(() => frame.getByRole('status').textContent())
      .toContain("Your card number is invalid. Your card's expiration date is incomplete.");
    await page.keyboard.press('Backspace');
    expect(await frame.locator('#card-number').getAttribute('aria-invalid')).toBeNull();
  });

  it('say what the server refused', async () => {
    await showCard();
    await typeCard('4000000000009995');
    await press('Enter');
    await expect
      .poll(() => outcome().textContent())
      .toBe('server: declined Your card has insufficient funds. Please use a different card.');
  });

  it('listen to nobody but the page around them', async () => {
    await showCard();
    await page.evaluate(() => {
      const frame = document.querySelector('iframe');
      const channel = new URL(frame?.src ?? '').searchParams.get('channel');
      window.postMessage({ marker: 'sandbox-gateway', channel, message: { kind: 'escape' } }, location.origin);
      window.postMessage({ marker: 'sandbox-gateway', channel, message: { kind: 'resize', height: 5000 } }, location.origin);
    });
    await press('Tab');
    await page.keyboard.type('42');
    expect(await page.locator('[data-events]').textContent()).toBe('ready');
    expect(await page.locator('iframe').evaluate((frame) => frame.getBoundingClientRect().height)).toBeLessThan(600);
  });
});

describe('confirmation in the browser', () => {
  it('sets a card up with its challenge', async () => {
    const setup = await harness.stripe.setupIntents.create({ customer: harness.customerId, automatic_payment_methods: { enabled: true } });
    await showCard('setup', setup.client_secret ?? '');
    await press('Tab');
    await typeToCode('4000002500003155');
    await press('Enter');
    await reachChallenge();
    await press('Tab', 'Enter');
    await expect.poll(() => outcome().textContent()).toBe('succeeded');
    expect((await harness.stripe.setupIntents.retrieve(setup.id)).status).toBe('succeeded');
  });

  it('pays what was left open with another card, after one that is refused', async () => {
    const open = await harness.gateway.createPayment(
      {
        amountCents: 2500,
        currency: 'usd',
        customerId: harness.customerId,
        paymentMethodId: 'pm_card_authenticationRequired',
        description: 'Left open',
        metadata: {},
        offSession: false,
        saveForOffSession: true,
      },
      'left-open',
    );
    if (!open.ok) throw new Error(open.error.kind);
    await showCard('resume', open.value.clientSecret ?? '');
    await typeCard('4000008400001629');
    await press('Enter');
    await reachChallenge();
    await press('Tab', 'Enter');
    await expect.poll(() => outcome().textContent()).toBe('card_declined generic_decline');
    await expect.poll(focused).toBe('card-postalCode');
    await press('Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab');
    expect(await focused()).toBe('card-number');
    await press('Control+A');
    await page.keyboard.type('4242424242424242');
    await press('Enter');
    await expect.poll(() => outcome().textContent()).toBe('succeeded');
  });

  it('pays with the card element', async () => {
    const intent = await harness.stripe.paymentIntents.create({ amount: 2500, currency: 'usd', customer: harness.customerId });
    await showCard('card', intent.client_secret ?? '');
    await press('Tab');
    await typeToCode('4242424242424242');
    await press('Tab');
    await page.keyboard.type('94107');
    await press('Enter');
    await expect.poll(() => outcome().textContent()).toBe('succeeded');
  });
});
