import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

// Where the tests' browser is. Apart from the other programs: a bundle of tests that need no browser can't hold its package.

/** The one without windows first: a page in a context of its own opens there in a third of the time. */
const browsers = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`);

export const browserPath = () =>
  [process.env.CHROMIUM_PATH, ...browsers, chromium.executablePath()].find((path) => path && existsSync(path));
