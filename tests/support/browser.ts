import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright';
import { browserPath } from './browser-path.mjs';

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

const whole = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** If undefined, Playwright uses the browser that it has installed. */
export const chromiumPath = (): string | undefined =>
  [process.env['CHROMIUM_PATH'], ...whole].find((path) => path !== undefined && existsSync(path));

export function launchBrowser(): Promise<Browser> {
  const executablePath = browserPath();
  return chromium.launch({ args: flags, ...(executablePath ? { executablePath } : {}) });
}

let shared: Promise<Browser> | undefined;

/** Returns the browser of this worker; each page gets a separate context. Playwright closes the browser when the process ends. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  return shared;
}
