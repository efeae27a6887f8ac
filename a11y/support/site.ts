import type { Browser, BrowserContext, Page } from 'playwright';
import { launchBrowser } from '#tests/support/browser.ts';
import { startBuiltServer, type BuiltServer } from '#tests/support/built-server.ts';

/** The built product and a browser, for as long as states are looked at. */
export interface Site {
  readonly origin: string;
  /** A page of a member who is signed in; null is nobody. Pages of one member share their session. */
  open(member: string | null): Promise<Page>;
  /** A page whose session and storage nobody else shares. */
  openApart(member: string | null): Promise<Page>;
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

/** Starts the built server on a data folder of its own, and a browser unless one is given. */
export async function startSite(given?: Browser): Promise<Site> {
  const [server, browser]: [BuiltServer, Browser] = await Promise.all([startBuiltServer(), given ?? launchBrowser()]);
  const contexts = new Map<string | null, Promise<BrowserContext>>();
  const contextOf = (member: string | null): Promise<BrowserContext> => {
    const known = contexts.get(member) ?? newContext(browser, server.origin, member);
    contexts.set(member, known);
    return known;
  };
  return {
    origin: server.origin,
    open: async (member) => (await contextOf(member)).newPage(),
    openApart: async (member) => (await newContext(browser, server.origin, member)).newPage(),
    async stop() {
      if (!given) await browser.close();
      await server.stop();
    },
  };
}
