import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const places = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of an installed Chromium, or undefined to let Playwright look for its own. */
export const chromiumPath = (): string | undefined => places.find((path) => path !== undefined && existsSync(path));

export function launchBrowser(): Promise<Browser> {
  const executablePath = chromiumPath();
  return chromium.launch({ args: flags, ...(executablePath ? { executablePath } : {}) });
}
