import { expect } from 'vitest';
import type { FrameLocator, Locator, Page } from 'playwright';

/** Functions for the gateway's parts of the page: card fields, bank challenge, captcha, scripted faults. */

export const cardFrame = (page: Page): FrameLocator => page.frameLocator('iframe[title="Secure card fields"]');
export const bankFrame = (page: Page): FrameLocator => page.frameLocator('iframe[title="Payment authentication by your bank"]');

export async function typeCard(page: Page, number: string): Promise<void> {
  const field = cardFrame(page).getByLabel('Card number');
  await field.waitFor();
  await field.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(number);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('1234');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('123');
}

async function fillAddress(panel: Locator): Promise<void> {
  const lines = { Name: 'Acme', 'Address line 1': '1 Main Street', 'Postal code': '10115', City: 'Berlin' };
  for (const [label, text] of Object.entries(lines)) await panel.getByRole('textbox', { name: new RegExp(`^${label}`) }).fill(text);
  await panel.getByRole('combobox', { name: /^Country/ }).fill('Germany');
  await panel.page().keyboard.press('Tab');
}

export async function addCard(page: Page, number: string, isFirst = false): Promise<void> {
  await page.getByRole('button', { name: 'Add new card' }).click();
  const panel = page.getByRole('dialog', { name: 'Add new card' });
  await typeCard(page, number);
  if (isFirst) await fillAddress(panel);
  await panel.getByRole('button', { name: 'Add card' }).click();
  await panel.waitFor({ state: 'hidden' });
  await page
    .getByRole('region', { name: 'Payment Methods' })
    .getByRole('listitem')
    .filter({ hasText: number.slice(-4) })
    .waitFor();
}

export async function payOnHostedPage(page: Page, number = '4242424242424242'): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel(/^Expiration date/).fill('1234');
  await page.getByLabel(/^Security code/).fill('123');
  await page.getByLabel(/^(Postal|ZIP)/).fill('94107');
  await page.getByRole('button', { name: /^Pay/ }).click();
}

export type BankAnswer = 'Complete authentication' | 'Fail authentication' | 'Cancel';

export async function answerBank(page: Page, answer: BankAnswer): Promise<void> {
  const button = bankFrame(page).getByRole('button', { name: answer });
  await button.waitFor();
  const isAt = () => button.evaluate((element) => element === element.ownerDocument.activeElement);
  for (let step = 0; step < 5 && !(await isAt()); step += 1) await page.keyboard.press('Tab');
  expect(await isAt()).toBe(true);
  await page.keyboard.press('Enter');
}

type Fault =
  | { on: 'request'; effect: string; method?: string; path?: string; keyContains?: string; times?: number }
  | { on: 'script'; effect: 'missing'; file: 'stripe.js' | 'captcha.js'; times?: number }
  | { on: 'event'; effect: 'drop'; times?: number }
  | { on: 'captcha'; effect: 'challenge'; times?: number }
  | { on: 'platform'; effect: 'call_fails' | 'extension_missing'; name: string; times?: number };

export async function breakNext(page: Page, origin: string, fault: Fault): Promise<void> {
  const answer = await page.request.post(`${origin}/sandbox/gateway/inspector/faults`, { data: fault, headers: { Origin: origin } });
  expect(answer.status()).toBe(200);
}

export async function mend(page: Page, origin: string): Promise<void> {
  await page.request.post(`${origin}/sandbox/gateway/inspector/faults/clear`, { data: {}, headers: { Origin: origin } });
}

interface GatewayState {
  money: { kind: string; amount: number; charge: string; metadata: Record<string, string> }[];
  jobs: { id: string; kind: string }[];
}

export async function gatewayState(page: Page, origin: string): Promise<GatewayState> {
  return (await (await page.request.get(`${origin}/sandbox/gateway/inspector/state`)).json()) as GatewayState;
}

/** @returns a function that returns the cents of each successful charge since this call, except charges for invoices */
export async function watchCharges(page: Page, origin: string): Promise<() => Promise<number[]>> {
  const { money: before } = await gatewayState(page, origin);
  const begun = new Set(before.map(({ charge }) => charge));
  return async () =>
    (await gatewayState(page, origin)).money
      .filter(
        ({ kind, charge, metadata }) => kind === 'charge_succeeded' && !begun.has(charge) && !metadata['subject']?.startsWith('invoice:'),
      )
      .map(({ amount }) => amount);
}

/** Moves focus to a control by Tab or Shift+Tab, which proves that the control is reachable by keyboard. */
export async function tabTo(
  page: Page,
  name: string | RegExp,
  role: 'button' | 'radio' | 'textbox' | 'checkbox' = 'button',
): Promise<void> {
  const control = page.getByRole(role, { name }).first();
  // Finds the element once, because a search by role and name is slow at each step.
  let found = await control.elementHandle();
  const wayTo = async (): Promise<string> => {
    const way = await found?.evaluate((element) => {
      const at = document.activeElement;
      if (!element.isConnected) return null;
      if (element === at) return 'here';
      const isBehind =
        at !== null && at !== document.body && (at.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
      return isBehind ? 'Shift+Tab' : 'Tab';
    });
    if (way) return way;
    found = await control.elementHandle();
    return wayTo();
  };
  for (let step = 0; step < 80; step += 1) {
    const way = await wayTo();
    if (way === 'here') return;
    await page.keyboard.press(way);
  }
  expect(await wayTo()).toBe('here');
}
