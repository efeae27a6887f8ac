import type { Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import { setUpCardPage } from './card-page.ts';
import type { BrowserHarness } from './harness.ts';

const { opened, press, outcome, focused, showCard, typeCard, challenge, reachChallenge } = setUpCardPage();
let harness: BrowserHarness;
let page: Page;
beforeEach(() => {
  ({ harness, page } = opened());
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
