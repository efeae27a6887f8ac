import type { Page } from 'playwright';
import { settle, type Phone } from '#tests/bench/browser/phone.ts';

const sections = ['subscription', 'breakdown', 'cost-control', 'credits-balance', 'payment-methods', 'email', 'address', 'invoices'];

/** Scrolls until every part is hydrated and everything is prefetched. */
export async function wake({ page }: Pick<Phone, 'page'>): Promise<void> {
  for (const section of sections) {
    await page.locator(`#${section}`).scrollIntoViewIfNeeded();
    await page.mouse.move(200, 300 + sections.indexOf(section));
  }
  await page.waitForFunction((names) => names.every((name) => name in window.bench.alive), sections);
  await settle(page);
}

export const press =
  (section: string, name: string) =>
  async (page: Page): Promise<void> => {
    const button = page.locator(`#${section}`).getByRole('button', { name }).first();
    await button.click();
  };

export const key =
  (name: string) =>
  (page: Page): Promise<void> =>
    page.keyboard.press(name);
