import { EventEmitter, once } from 'node:events';
import { errors, type Browser, type BrowserContext, type CDPSession, type Page, type Request } from 'playwright';

/** Records of `observe.js`, in milliseconds since navigation. */
export interface Seen {
  readonly paints: Readonly<Record<string, number>>;
  readonly largest: number;
  readonly largestElement: string;
  readonly tasks: readonly (readonly [start: number, duration: number])[];
  readonly shift: number;
  readonly shifted: readonly string[];
  readonly alive: Readonly<Record<string, number>>;
  readonly events: readonly (readonly [name: string, duration: number])[];
  readonly shownAfter: number | null;
}

declare global {
  interface Window {
    bench: Seen & { watch(selector: string | null, text: string): void };
  }
}

export interface Phone {
  readonly page: Page;
  readonly session: CDPSession;
  readonly seen: () => Promise<Seen>;
  readonly close: () => Promise<void>;
}

export interface PhoneOptions {
  readonly signInAt?: string;
  readonly isOn4g?: boolean;
  readonly slowdown?: number;
}

const megabit = 1_000_000 / 8;
/** Fast 4G with the values of Chromium's developer tools. */
const fast4g = { offline: false, latency: 165, downloadThroughput: 9 * 0.9 * megabit, uploadThroughput: 1.5 * 0.9 * megabit };

async function signIn(context: BrowserContext, origin: string): Promise<void> {
  const answer = await context.request.post(`${origin}/auth/sandbox`, { data: { member: 'owner' }, headers: { Origin: origin } });
  if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}`);
}

export async function openPhone(browser: Browser, { signInAt, isOn4g = true, slowdown = 4 }: PhoneOptions = {}): Promise<Phone> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  if (signInAt !== undefined) await signIn(context, signInAt);
  await context.addInitScript({ path: 'tests/bench/browser/observe.js' });
  const page = await context.newPage();
  traffic.set(page, new Traffic(page));
  if (signInAt !== undefined) signedIn.add(page);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  if (isOn4g) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', fast4g);
  }
  return {
    page,
    session,
    seen: () => page.evaluate(() => structuredClone({ ...window.bench, watch: undefined }) as unknown as Seen),
    close: () => context.close(),
  };
}

class Traffic extends EventEmitter {
  private readonly underWay = new Set<Request>();

  constructor(page: Page) {
    super();
    const end = (request: Request): void => {
      this.underWay.delete(request);
      if (this.isIdle) this.emit('idle');
    };
    page.on('request', (request) => this.underWay.add(request));
    page.on('requestfinished', end);
    page.on('requestfailed', end);
  }

  get isIdle(): boolean {
    return this.underWay.size === 0;
  }
}

const traffic = new WeakMap<Page, Traffic>();
const signedIn = new WeakSet<Page>();

const patienceMs = 20_000;

/** @throws if a signed-in page was redirected to the sign-in page, because the measurements would describe the sign-in page */
export async function settle(page: Page, quietMs = 700): Promise<void> {
  await page.waitForLoadState('load');
  if (signedIn.has(page) && new URL(page.url()).pathname === '/sign-in') throw new Error('The session does not hold at this address');
  const pageTraffic = traffic.get(page);
  const signal = AbortSignal.timeout(patienceMs);
  for (;;) {
    if (pageTraffic && !pageTraffic.isIdle) await once(pageTraffic, 'idle', { signal }).catch(() => undefined);
    await quiet(page, quietMs);
    if (!pageTraffic || pageTraffic.isIdle || signal.aborted) return;
  }
}

async function quiet(page: Page, quietMs: number): Promise<void> {
  const from = await page.evaluate(() => performance.now());
  await page
    .waitForFunction(
      ([since, least]) => performance.now() - Math.max(since, ...window.bench.tasks.map(([start, duration]) => start + duration)) >= least,
      [from, quietMs] as const,
      { polling: 50, timeout: patienceMs },
    )
    .catch((error: unknown) => {
      if (!(error instanceof errors.TimeoutError)) throw error;
    });
}
