import type { Locator, Page } from 'playwright';
import { tabTo } from './payment-page.ts';
import type { Journey } from './journey.ts';

export const creditSection = (page: Page) => page.getByRole('region', { name: 'Credit Balance' });

export const topUpDialog = (page: Page) => page.getByRole('dialog', { name: 'Top Up Credits' });

/** Finds a visible toast. Without the filter, the text would also match in the collapsed list of recent messages. */
export const shownMessage = (within: Page | Locator, words: string | RegExp) =>
  within.getByText(words, { exact: true }).filter({ visible: true }).first();

export const isButtonFocused = (page: Page, name: string | RegExp): Promise<boolean> =>
  page
    .getByRole('button', { name })
    .first()
    .evaluate((button) => button === document.activeElement);

export async function openTopUp(journey: Journey, slug: string, member = 'owner'): Promise<Page> {
  const page = await journey.open(member, `/org/${slug}/billing`);
  await tabTo(page, 'Top Up');
  await page.keyboard.press('Enter');
  await topUpDialog(page)
    .getByRole('textbox', { name: /^Amount/ })
    .waitFor();
  return page;
}
