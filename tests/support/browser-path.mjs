import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

// This code is in a separate file, because bundles of tests without a browser must not import Playwright.

/** Paths of browsers. The headless shell comes first, because it opens a page in a third of the time. */
const browsers = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`);

export const browserPath = () =>
  [process.env.CHROMIUM_PATH, ...browsers, chromium.executablePath()].find((path) => path && existsSync(path));
