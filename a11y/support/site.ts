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

async function signIn(context: BrowserContext, origin: string, member: string): Promise<void> {
  const answer = await context.request.post(`${origin}/auth/sandbox`, { data: { member }, headers: { Origin: origin } });
  if (!answer.ok()) throw new Error(`Sign-in as ${member} answered ${answer.status()}: ${await answer.text()}`);
}

async function newContext(browser: Browser, origin: string, member: string | null): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  // Compiled functions that are handed to the page may name this helper of their compiler.
  await context.addInitScript('globalThis.__name = (value) => value');
  if (member !== null) await signIn(context, origin, member);
  return context;
}

const does = (state: State, ...steps: State['steps'][number]['do'][]): boolean => state.steps.some((step) => steps.includes(step.do));

/** Gives a page the network and the session back that its state took. */
async function mend(page: Page, origin: string, state: State): Promise<void> {
  // What waits for the network is dropped first: it would go out with the network's return.
  await page.goto('about:blank');
  const context = page.context();
  await context.setOffline(false);
  if (does(state, 'signOut') && state.member !== null) await signIn(context, origin, state.member);
}

async function forget(page: Page, origin: string): Promise<void> {
  // A theme that was chosen.
  await page.context().clearCookies({ name: /^(?!session$)/ });
  // Leaves the page, so that nothing of it comes back with the next one of the same address; within the origin, where the
  // browser keeps the process and with it the code that the next page needs again.
  await page.goto(`${origin}/healthz`);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await switchLook(page, firstLook);
}

/** Brings a page back to what it was before it showed a state; false where that can't be done. */
async function restore(page: Page, origin: string, state: State): Promise<boolean> {
  // A request that is held would leave with whatever lets it go.
  if (does(state, 'stall')) return false;
  try {
    if (does(state, 'hold', 'offline', 'signOut')) await mend(page, origin, state);
    await forget(page, origin);
    return true;
  } catch {
    return false;
  }
}

/** Starts the built server on a data folder of its own, and a browser unless one is given. */
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
