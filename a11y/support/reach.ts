import type { Page } from 'playwright';
import type { State, Step } from '#a11y/states/state.ts';
import { describeTarget, locate } from './locate.ts';

const patience = 20_000;

async function take(page: Page, step: Step): Promise<void> {
  switch (step.do) {
    case 'press':
      return locate(page, step.target).click({ timeout: patience });
    case 'focus':
      return locate(page, step.target).focus({ timeout: patience });
    case 'hover':
      return locate(page, step.target).hover({ timeout: patience });
    case 'fill':
      return locate(page, step.target).fill(step.text, { timeout: patience });
    case 'key':
      return page.keyboard.press(step.key);
    case 'await':
      return locate(page, step.target).waitFor({ timeout: patience });
    case 'hold':
      // Not before the frame is drawn: its styles and the heading come first.
      await page.waitForFunction(
        () =>
          document.querySelector('main h1') &&
          [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
      );
      await page.context().setOffline(true);
      await page.evaluate(() => window.stop());
  }
}

const inWords = (step: Step): string =>
  step.do === 'hold' ? 'hold' : step.do === 'key' ? `key ${step.key}` : `${step.do} ${describeTarget(step.target)}`;

const isHeld = (state: State): boolean => state.steps.some((step) => step.do === 'hold');

/**
 * Brings a page into a state: loads its address, takes its steps, and waits for what must then be true.
 * @throws Error that names the state and the step or sight that failed
 */
export async function reach(page: Page, origin: string, state: State): Promise<void> {
  const fail = (what: string, error: unknown): never => {
    throw new Error(`State "${state.name}": ${what}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`, {
      cause: error,
    });
  };
  // A page that is to be held while it loads must not be waited for.
  await page.goto(origin + state.address, { waitUntil: isHeld(state) ? 'commit' : 'load' }).catch((error) => fail('load', error));
  for (const step of state.steps) await take(page, step).catch((error) => fail(inWords(step), error));
  for (const target of state.sees)
    await locate(page, target)
      .waitFor({ timeout: patience })
      .catch((error) => fail(`sees ${describeTarget(target)}`, error));
  for (const target of state.seesNot ?? [])
    await locate(page, target)
      .waitFor({ state: 'hidden', timeout: patience })
      .catch((error) => fail(`sees no ${describeTarget(target)}`, error));
}
