import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { sharedBrowser } from './browser.ts';
import { lostTexts, translateEarly, translateLate, type Translator } from './translator.ts';
import { startBuiltServer, type BuiltServer } from './built-server.ts';

export interface Journey {
  readonly origin: string;
  printed(): string;
  /** Opens a signed-in page whose time zone and locale differ from the server's. The page is closed and checked after the test. */
  open(member: string | null, address: string, options?: BrowserContextOptions): Promise<Page>;
  /** Kills the server, as a power cut would, and then restarts it with the same address and data. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Ignores faults that a test causes on purpose, for example a console error for a refused request. */
  forgive(pattern: RegExp): void;
}

/** Sends the Origin header, because the platform refuses cross-site writes. */
async function signIn(context: BrowserContext, origin: string, member: string): Promise<void> {
  const answer = await context.request.post(`${origin}/auth/sandbox`, { data: { member }, headers: { Origin: origin } });
  if (!answer.ok()) throw new Error(`Sign-in as ${member} answered ${answer.status()}: ${await answer.text()}`);
}

/** Records page errors (including hydration), console errors and CSP reports. */
function watch(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || /content security policy|hydrat/i.test(message.text())) faults.push(`console: ${message.text()}`);
  });
  page.on('crash', () => faults.push('the page crashed'));
}

export const useJourney = (...how: Parameters<typeof startBuiltServer>): Journey => journeyOn(() => startBuiltServer(...how));

/** Opens journeys of read-only test files on one shared server. */
export const useReadingJourney = (): Journey =>
  journeyOn(() => {
    const cannot = () => Promise.reject(new Error('Other files read from this server, too'));
    return Promise.resolve({
      origin: inject('readingOrigin'),
      printed: () => '',
      kill: cannot,
      restart: cannot,
      stop: () => Promise.resolve(),
    });
  });

/** Translates all pages in the project `translated`, keeping the words that journeys compare. */
const translator: Translator | undefined = { early: translateEarly, late: translateLate }[process.env['TRANSLATOR'] ?? ''];

const textsLost = async (contexts: readonly BrowserContext[]): Promise<string[]> =>
  (await Promise.all(contexts.flatMap((context) => context.pages()).map((page) => lostTexts(page).catch(() => [])))).flat();

function journeyOn(start: () => Promise<BuiltServer>): Journey {
  let server: BuiltServer;
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  let faults: string[] = [];
  let forgiven: RegExp[] = [];

  beforeAll(async () => {
    [server, browser] = await Promise.all([start(), sharedBrowser()]);
  });
  afterEach(async () => {
    if (translator) faults.push(...(await textsLost(contexts)));
    await Promise.all(contexts.map((context) => context.close()));
    const met = faults.filter((fault) => !forgiven.some((pattern) => pattern.test(fault)));
    contexts = [];
    faults = [];
    forgiven = [];
    if (met.length > 0) throw new Error(`The pages of this test met faults:\n${met.join('\n')}`);
  });
  afterAll(() => server?.stop());

  return {
    get origin() {
      return server.origin;
    },
    printed: () => server.printed(),
    kill: () => server.kill(),
    restart: () => server.restart(),
    forgive: (pattern) => void forgiven.push(pattern),
    async open(member, address, options = {}) {
      const context = await browser.newContext({
        locale: 'de-DE',
        timezoneId: 'Asia/Tokyo',
        viewport: { width: 1280, height: 900 },
        ...options,
      });
      contexts.push(context);
      await translator?.(context, '');
      if (member !== null) await signIn(context, server.origin, member);
      const page = await context.newPage();
      watch(page, faults);
      await page.goto(server.origin + address);
      return page;
    },
  };
}
