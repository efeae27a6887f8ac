import type { Browser, BrowserContext, Frame, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { launchBrowser } from '#tests/support/browser.ts';
import { openBrowserHarness, type BrowserHarness } from './harness.ts';

/** Registers hooks for a card page under a strict CSP. Test files share modules: hooks outside of functions would run only once. */
export function setUpCardPage() {
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
      // Ignores Chromium's log entries about status 4xx, with which the gateway answers a declined card.
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

  async function typeToCode(number: string): Promise<void> {
    await page.keyboard.type(number);
    await press('Tab');
    await page.keyboard.type('1234');
    await press('Tab');
    await page.keyboard.type('123');
  }

  async function typeCard(number: string): Promise<void> {
    await press('Tab');
    await expect.poll(focused).toBe('card-number');
    await typeToCode(number);
    await press('Tab', 'Tab');
    expect(await focused()).toBe('card-postalCode');
    await page.keyboard.type('94107');
  }

  const challenge = () => page.frameLocator('iframe[title="Payment authentication by your bank"]');

  async function reachChallenge(): Promise<void> {
    await challenge().getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    await expect.poll(focused).toBe('Confirm that it is you');
  }

  return {
    opened: () => ({ harness, page }),
    press,
    outcome,
    focused,
    showCard,
    typeToCode,
    typeCard,
    challenge,
    reachChallenge,
  };
}
