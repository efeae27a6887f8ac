import type { BrowserContext, Page } from 'playwright';
import { changeBudgets } from '#a11y/support/reach.ts';
import type { Meanwhile } from './walk.ts';

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

const ended = new WeakMap<BrowserContext, Cookies>();

export async function bringAbout(page: Page, what: Meanwhile): Promise<void> {
  const context = page.context();
  switch (what) {
    case 'the session ends':
      ended.set(context, await context.cookies());
      return context.clearCookies();
    case 'the session is there again':
      return context.addCookies(ended.get(context) ?? []);
    case 'the connection is lost':
      return context.setOffline(true);
    case 'the connection is back':
      return context.setOffline(false);
    case 'someone else changes the budgets to $150': {
      const { origin, pathname } = new URL(page.url());
      return changeBudgets(page, origin, pathname.split('/')[2] ?? '', 15_000);
    }
  }
}
