import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

// Separate file: bundles of tests without a browser must not import Playwright.

/** The headless shell first, because it opens a page in a third of the time. */
const browsers = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`);

export const browserPath = () =>
  [process.env.CHROMIUM_PATH, ...browsers, chromium.executablePath()].find((path) => path && existsSync(path));
