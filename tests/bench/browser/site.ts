import type { Browser } from 'playwright';
import { launchBrowser } from '#tests/support/browser.ts';
import { startBuiltServer } from '#tests/support/built-server.ts';
import { openFront, type Front, type Variant } from './fronts.ts';

/** A browser, the origin of the built product (`origin`), and the origin of each variant (`at`). */
export interface Site<Name extends string> {
  readonly browser: Browser;
  readonly origin: string;
  readonly at: Readonly<Record<Name, string>>;
}

export async function withSite<Name extends string, T>(
  variants: Readonly<Record<Name, Variant>>,
  use: (site: Site<Name>) => Promise<T>,
  environment: Readonly<Record<string, string>> = {},
): Promise<T> {
  const [server, browser] = await Promise.all([startBuiltServer(environment), launchBrowser()]);
  const fronts: Front[] = [];
  try {
    const at: Record<string, string> = {};
    for (const [name, variant] of Object.entries<Variant>(variants)) {
      const front = await openFront(server.origin, variant);
      fronts.push(front);
      at[name] = front.origin;
    }
    return await use({ browser, origin: server.origin, at: at as Record<Name, string> });
  } finally {
    await browser.close();
    for (const front of fronts) await front.stop();
    await server.stop();
  }
}
