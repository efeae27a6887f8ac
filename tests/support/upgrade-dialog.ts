import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import type { Journey } from './journey.ts';

export const upgradeDialog = (page: Page, plan: string, way: 'Upgrade' | 'Downgrade' = 'Upgrade'): Locator =>
  page.getByRole('dialog', { name: `${way} to ${plan}` });

export const payButton = (page: Page): Locator => page.getByRole('button', { name: /^(Up|Down)grade to \w+, / });

export async function openUpgrade(journey: Journey, slug: string, plan: string, member = 'owner'): Promise<Page> {
  const page = await journey.open(member, `/org/${slug}/billing?panel=subscriptionPlan`);
  await choosePlan(page, plan);
  return page;
}

export async function choosePlan(page: Page, plan: string): Promise<void> {
  const button = page.getByRole('button', { name: new RegExp(`^(Up|Down)grade to ${plan}$`) });
  await button.waitFor();
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  await payButton(page).waitFor();
}

/** Returns true if the element has the keyboard focus, in any frame. */
export const hasKeyboard = (target: Locator): Promise<boolean> =>
  target.evaluate((node) => node.ownerDocument.activeElement === node && node.ownerDocument.hasFocus());

export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  // Finds the element once, because a search is slow. Searches again only if the page has replaced the element.
  let found = await target.elementHandle();
  const keyboard = (): Promise<boolean | null | undefined> | undefined =>
    found?.evaluate((node) => (node.isConnected ? node.ownerDocument?.activeElement === node && node.ownerDocument.hasFocus() : null));
  for (let steps = 0; steps < 80; steps += 1) {
    let has = await keyboard();
    if (has === null) {
      found = await target.elementHandle();
      has = await keyboard();
    }
    if (has) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${String(target)} is not reached by ${key}`);
}

export async function pressOn(page: Page, target: Locator, way: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, target, way);
  await page.keyboard.press('Enter');
}

export const isReady = (page: Page) => expect.poll(() => payButton(page).getAttribute('aria-disabled'), { timeout: 20_000 }).toBeNull();

export async function pressPay(page: Page): Promise<void> {
  await isReady(page);
  await pressOn(page, payButton(page));
}

const cardFrame = (page: Page) => page.frameLocator('iframe[title="Secure card fields"]');

export const cardNumber = (page: Page): Locator => cardFrame(page).getByLabel('Card number');

export async function chooseNewCard(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog').last();
  const last = dialog.getByRole('radio', { name: 'Use a new card' });
  // If the organization has no card or no address, the dialog already shows the fields for a new card.
  await last.or(page.locator('iframe[title="Secure card fields"]')).first().waitFor();
  if ((await last.count()) === 0 || (await last.isChecked())) return cardNumber(page).waitFor();
  const chosen = dialog.getByRole('radio', { checked: true });
  await tabTo(page, chosen);
  while (!(await last.isChecked())) await page.keyboard.press('ArrowDown');
  await cardNumber(page).waitFor();
}

export interface TypedCard {
  readonly number: string;
  readonly expiry?: string;
  readonly code?: string;
}

export async function typeCard(page: Page, { number, expiry = '1234', code }: TypedCard, way: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, cardNumber(page), way);
  for (const text of [number, expiry, code ?? (number.startsWith('3') && number.length === 15 ? '1234' : '123')]) {
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
}

export async function typeAddress(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog').last();
  for (const [label, text] of [
    [/^Name/, 'Tideline Holding'],
    [/^Address line 1/, '3 Quarry Road'],
    [/^Country/, 'Norway'],
    [/^Postal code/, '0150'],
    [/^City/, 'Oslo'],
  ] as const) {
    await tabTo(page, dialog.getByLabel(label).and(dialog.locator('input')).first());
    await page.keyboard.type(text);
  }
}

export const bank = (page: Page) => page.frameLocator('iframe[title="Payment authentication by your bank"]');

export async function answerBank(page: Page, answer: 'Complete authentication' | 'Fail authentication' | 'Cancel'): Promise<void> {
  const button = bank(page).getByRole('button', { name: answer });
  await button.waitFor();
  await pressOn(page, button);
}

interface Moved {
  readonly kind: string;
  readonly amount: number;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Cents of each plan change at the sandbox gateway, oldest first. */
export async function chargedCents(journey: Journey): Promise<number[]> {
  const state = (await (await fetch(`${journey.origin}/sandbox/gateway/inspector/state`)).json()) as { money: Moved[] };
  return state.money
    .filter(({ kind, metadata }) => kind === 'charge_succeeded' && metadata['subject']?.startsWith('change:'))
    .map(({ amount }) => amount);
}

export async function scriptFault(journey: Journey, fault: Readonly<Record<string, unknown>>): Promise<void> {
  const answer = await fetch(`${journey.origin}/sandbox/gateway/inspector/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', Origin: journey.origin },
    body: JSON.stringify(fault),
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
}

export async function passTime(page: Page, journey: Journey, seconds: number): Promise<void> {
  const answer = await page.context().request.post(`${journey.origin}/sandbox/clock`, {
    data: { advance_seconds: seconds },
    headers: { Origin: journey.origin },
  });
  expect(answer.ok()).toBe(true);
}
