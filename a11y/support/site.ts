import type { Browser, BrowserContext, Page } from 'playwright';
import type { State } from '#a11y/states/state.ts';
import { firstLook, switchLook } from './looks.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { startBuiltServer, type BuiltServer } from '#tests/support/built-server.ts';

export interface Site {
  readonly origin: string;
  /** Opens a page with the session of a member. If `member` is null, the page has no session. Pages of one member share a session. */
  open(member: string | null): Promise<Page>;
  openApart(member: string | null): Promise<Page>;
  /** The page contains no trace of the previous state. */
  borrow(state: State): Promise<Page>;
  giveBack(state: State, page: Page): Promise<void>;
  stop(): Promise<void>;
}

const options = { locale: 'de-DE', timezoneId: 'Asia/Tokyo', viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const;

async function signIn(context: BrowserContext, origin: string, member: string): Promise<void> {
  const answer = await context.request.post(`${origin}/auth/sandbox`, { data: { member }, headers: { Origin: origin } });
  if (!answer.ok()) throw new Error(`Sign-in as ${member} answered ${answer.status()}: ${await answer.text()}`);
}

async function newContext(browser: Browser, origin: string, member: string | null): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  // The compiler inserts calls of this helper into functions that run in the page.
  await context.addInitScript('globalThis.__name = (value) => value');
  if (member !== null) await signIn(context, origin, member);
  return context;
}

const does = (state: State, ...steps: State['steps'][number]['do'][]): boolean => state.steps.some((step) => steps.includes(step.do));

async function mend(page: Page, origin: string, state: State): Promise<void> {
  // Leaves the page first to cancel pending requests. Otherwise, the browser would send them when the network returns.
  await page.goto('about:blank');
  const context = page.context();
  await context.setOffline(false);
  if (does(state, 'signOut') && state.member !== null) await signIn(context, origin, state.member);
}

async function forget(page: Page, origin: string): Promise<void> {
  // Keeps the session cookie, and deletes all other cookies, for example the cookie with the chosen theme.
  await page.context().clearCookies({ name: /^(?!session$)/ });
  // Leaves the page, so that its state is reset. The new page has the same origin, so the browser keeps its process and compiled code.
  await page.goto(`${origin}/healthz`);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await switchLook(page, firstLook);
}

async function restore(page: Page, origin: string, state: State): Promise<boolean> {
  // A page with blocked requests can't be reset, because removing the block would send the requests.
  if (does(state, 'stall')) return false;
  try {
    if (does(state, 'hold', 'offline', 'signOut')) await mend(page, origin, state);
    await forget(page, origin);
    return true;
  } catch {
    return false;
  }
}

/** Starts the built server on a new data folder. Starts a browser if the caller passes none. */
export async function startSite(sharedBrowser?: Browser): Promise<Site> {
  const [server, browser]: [BuiltServer, Browser] = await Promise.all([startBuiltServer(), sharedBrowser ?? launchBrowser()]);
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
      if (await restore(page, server.origin, state)) idle.set(state.member, [...(idle.get(state.member) ?? []), page]);
      else await page.context().close();
    },
    async stop() {
      if (!sharedBrowser) await browser.close();
      await server.stop();
    },
  };
}
