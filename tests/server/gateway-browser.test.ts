import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Frame, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '#tests/support/browser.ts';
import { openBrowserHarness, type BrowserHarness } from './gateway-browser-support.ts';

/** The browser script under the unchanged react-stripe-js, by keyboard alone, in a page with a strict policy. */
let harness: BrowserHarness;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  harness = await openBrowserHarness();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await harness?.close();
});
beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
  page.setDefaultTimeout(10_000);
  complaints = [];
  page.on('console', (message) => {
    // A refused card is answered with 4xx, which Chromium notes for every page.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
});
afterEach(async () => {
  await context.close();
  expect(complaints).toEqual([]);
});

const press = (...keys: string[]) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
const outcome = () => page.getByLabel('Outcome');

/** Name of what has focus, through frames. */
async function focused(): Promise<string> {
  const describeActive = (frame: Frame | Page) =>
    frame.evaluate(() => {
      const at = document.activeElement;
      return at instanceof HTMLIFrameElement ? null : at?.id || at?.textContent?.trim() || at?.tagName || '';
    });
  const top = await describeActive(page);
  if (top !== null) return top;
  const handle = await page.evaluateHandle(() => document.activeElement);
  const frame = await handle.asElement()?.contentFrame();
  return frame ? ((await describeActive(frame)) ?? '') : '';
}

async function showCard(view = 'pay', secret?: string): Promise<void> {
  await page.goto(harness.page(view, secret));
  await page.frameLocator('iframe').getByLabel('Card number').waitFor();
}

async function typeCard(number: string): Promise<void> {
  await press('Tab');
  await expect.poll(focused).toBe('card-number');
  await page.keyboard.type(number);
  await press('Tab');
  await page.keyboard.type('1234');
  await press('Tab');
  await page.keyboard.type('123');
  await press('Tab', 'Tab');
  expect(await focused()).toBe('card-postalCode');
  await page.keyboard.type('94107');
}

const challenge = () => page.frameLocator('iframe[title="Payment authentication by your bank"]');

async function reachChallenge(): Promise<void> {
  await challenge().getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  await expect.poll(focused).toBe('Confirm that it is you');
}

describe('card fields', () => {
  it('pay from the keyboard: Enter in a field sends the form around the frame', async () => {
    await showCard();
    await typeCard('4242424242424242');
    expect(await page.frameLocator('iframe').getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    await press('Enter');
    await expect.poll(() => outcome().textContent()).toBe('server: succeeded');
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
      // From the page itself, not from the frame: must not count as an answer of the frame.
      window.postMessage({ marker: 'sandbox-gateway', channel, message: { kind: 'escape' } }, location.origin);
      window.postMessage({ marker: 'sandbox-gateway', channel, message: { kind: 'resize', height: 5000 } }, location.origin);
    });
    await press('Tab');
    await page.keyboard.type('42');
    expect(await page.locator('[data-events]').textContent()).toBe('ready');
    expect(await page.locator('iframe').evaluate((frame) => frame.getBoundingClientRect().height)).toBeLessThan(600);
  });
});

describe('the 3-D Secure challenge', () => {
  beforeEach(async () => {
    await showCard();
    await typeCard('4000002760003184');
    await press('Tab');
    expect(await focused()).toBe('Pay');
    await press('Enter');
    await reachChallenge();
  });

  it('is completed, and the focus comes back', async () => {
    await press('Tab');
    expect(await focused()).toBe('Complete authentication');
    await press('Enter');
    await expect.poll(() => outcome().textContent()).toBe('challenge: succeeded');
    expect(await focused()).toBe('Pay');
  });

  it('is failed', async () => {
    await press('Tab', 'Tab', 'Enter');
    await expect.poll(() => outcome().textContent()).toBe('challenge: payment_intent_authentication_failure');
  });

  it.each([
    ['complete', 'challenge: succeeded'],
    ['cancel', 'challenge: payment_intent_authentication_failure'],
  ])('is over as well when the browser sends the form by itself, before the script listens: %s', async (answer, heard) => {
    await challenge()
      .locator('form')
      .evaluate((form: HTMLFormElement, name) => {
        form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'outcome', value: name }));
        form.submit();
      }, answer);
    await expect.poll(() => outcome().textContent()).toBe(heard);
    expect(await focused()).toBe('Pay');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('is abandoned with Escape', async () => {
    await press('Escape');
    await expect.poll(() => outcome().textContent()).toBe('challenge: payment_intent_authentication_failure');
    expect(await focused()).toBe('Pay');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('is abandoned with its button', async () => {
    await press('Shift+Tab');
    expect(await focused()).toBe('Cancel');
    await press('Enter');
    await expect.poll(() => outcome().textContent()).toBe('challenge: payment_intent_authentication_failure');
  });

  it('is a named dialog that keeps the keyboard', async () => {
    await page.getByRole('dialog', { name: 'Payment authentication' }).waitFor();
    const seen: string[] = [];
    for (let step = 0; step < 4; step += 1) {
      await press('Tab');
      seen.push(await focused());
    }
    expect(seen).toEqual(['Complete authentication', 'Fail authentication', 'Cancel', 'Complete authentication']);
    expect(await page.locator('#root').evaluate((root) => (root as HTMLElement).inert)).toBe(true);
  });
});

describe('inside a modal dialog of React Aria', () => {
  beforeEach(async () => {
    await page.goto(harness.page('dialog'));
    await page.getByRole('button', { name: 'Upgrade' }).waitFor();
    await press('Tab', 'Enter');
    await page.frameLocator('iframe').getByLabel('Card number').waitFor();
  });

  it('the challenge can be reached and completed, and the dialog stays', async () => {
    await typeCard('4000002760003184');
    await press('Enter');
    await reachChallenge();
    await press('Tab', 'Enter');
    await expect.poll(() => outcome().textContent()).toBe('challenge: succeeded');
    expect(await page.getByRole('dialog', { name: 'Upgrade' }).count()).toBe(1);
  });

  it('Tab goes through the fields and back', async () => {
    await press('Tab');
    await expect.poll(focused).toBe('card-number');
    await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab');
    expect(await focused()).toBe('Pay');
    await press('Shift+Tab');
    await expect.poll(focused).toBe('card-postalCode');
  });

  it('Escape in the challenge closes the challenge, not the dialog', async () => {
    await typeCard('4000002760003184');
    await press('Enter');
    await reachChallenge();
    await press('Escape');
    await expect.poll(() => outcome().textContent()).toBe('challenge: payment_intent_authentication_failure');
    expect(await page.getByRole('dialog', { name: 'Upgrade' }).count()).toBe(1);
  });
});

describe('confirmation in the browser', () => {
  it('sets a card up with its challenge', async () => {
    const setup = await harness.stripe.setupIntents.create({ customer: harness.customerId, automatic_payment_methods: { enabled: true } });
    await showCard('setup', setup.client_secret ?? '');
    await press('Tab');
    await page.keyboard.type('4000002500003155');
    await press('Tab');
    await page.keyboard.type('1234');
    await press('Tab');
    await page.keyboard.type('123');
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
    await page.keyboard.type('4242424242424242');
    await press('Tab');
    await page.keyboard.type('1234');
    await press('Tab');
    await page.keyboard.type('123');
    await press('Tab');
    await page.keyboard.type('94107');
    await press('Enter');
    await expect.poll(() => outcome().textContent()).toBe('succeeded');
  });
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
    await page.keyboard.type('4000000000009995');
    await press('Tab');
    await page.keyboard.type('1234');
    await press('Tab');
    await page.keyboard.type('123');
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
      const { violations } = await new AxeBuilder({ page })
        .exclude('form > button')
        .withTags(['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze();
      found.push(...violations.flatMap((violation) => violation.nodes.map((node) => `${url}: ${violation.id}: ${node.html}`)));
    }
    expect(found).toEqual([]);
  });
});
