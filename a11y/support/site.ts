import type { Browser, BrowserContext, Page } from 'playwright';
import type { State } from '#a11y/states/state.ts';
import { firstLook, switchLook } from './looks.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { startBuiltServer, type BuiltServer } from '#tests/support/built-server.ts';

/** The built product and a browser, for as long as states are looked at. */
export interface Site {
  readonly origin: string;
  /** A page of a member who is signed in; null is nobody. Pages of one member share their session. */
  open(member: string | null): Promise<Page>;
  /** A page whose session and storage nobody else shares. */
  openApart(member: string | null): Promise<Page>;
  /** A page for one state. Signed in and loaded before as it may be, it keeps nothing of the state that it showed last. */
  borrow(state: State): Promise<Page>;
  giveBack(state: State, page: Page): Promise<void>;
  stop(): Promise<void>;
}

const options = { locale: 'de-DE', timezoneId: 'Asia/Tokyo', viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const;

async function newContext(browser: Browser, origin: string, member: string | null): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  // Compiled functions that are handed to the page may name this helper of their compiler.
  await context.addInitScript('globalThis.__name = (value) => value');
  if (member !== null) {
    const answer = await context.request.post(`${origin}/auth/sandbox`, { data: { member }, headers: { Origin: origin } });
    if (!answer.ok()) throw new Error(`Sign-in as ${member} answered ${answer.status()}: ${await answer.text()}`);
  }
  return context;
}

/** Steps that leave a context unfit for the next state. */
const spoils = (state: State): boolean => state.steps.some((step) => ['hold', 'stall', 'offline', 'signOut'].includes(step.do));

async function forget(page: Page): Promise<void> {
  // A theme that was chosen.
  await page.context().clearCookies({ name: /^(?!session$)/ });
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  // Leaves the page, so that nothing of it comes back with the next one of the same address.
  await page.goto('about:blank');
  await switchLook(page, firstLook);
}

/** Starts the built server on a data folder of its own, and a browser unless one is given. */
export async function startSite(given?: Browser): Promise<Site> {
  const [server, browser]: [BuiltServer, Browser] = await Promise.all([startBuiltServer(), given ?? launchBrowser()]);
  const contexts = new Map<string | null, Promise<BrowserContext>>();
  const idle = new Map<string | null, Page[]>();
  const contextOf = (member: string | null): Promise<BrowserContext> => {
    const known = contexts.get(member) ?? newContext(browser, server.origin, member);
    contexts.set(member, known);
    return known;
  };
  const openApart = async (member: string | null) => (await newContext(browser, server.origin, member)).newPage();
  return {
    origin: server.origin,
    open: async (member) => (await contextOf(member)).newPage(),
    openApart,
    borrow: async (state) => idle.get(state.member)?.pop() ?? openApart(state.member),
    async giveBack(state, page) {
      const isFit =
        !spoils(state) &&
        (await forget(page).then(
          () => true,
          () => false,
        ));
      if (isFit) idle.set(state.member, [...(idle.get(state.member) ?? []), page]);
      else await page.context().close();
    },
    async stop() {
      if (!given) await browser.close();
      await server.stop();
    },
  };
}
