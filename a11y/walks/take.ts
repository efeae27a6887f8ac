import type { Page } from 'playwright';
import { describeTarget, locate } from '#a11y/support/locate.ts';
import type { Target } from '#a11y/states/state.ts';
import { indicatorFault } from './indicator.ts';
import type { Walk, WalkStep } from './walk.ts';

/** How long each page is waited for, in milliseconds. */
const patience = new WeakMap<Page, number>();
const usualPatience = 20_000;
/** More stops than any page has: a walk that goes on longer goes in circles. */
const mostStops = 160;

declare global {
  interface Window {
    /** What live regions said, in order. */
    heardWords?: string[];
  }
}

/** Keeps what live regions say; before the page's own scripts, so that nothing is missed. */
export const listen = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const heard: string[] = (window.heardWords = []);
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        const place = target instanceof Element ? target : target.parentElement;
        if (!place?.closest('[role=status], [role=alert], [aria-live]')) continue;
        for (const node of addedNodes) if (node.textContent?.trim()) heard.push(node.textContent.trim());
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });

const where = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const node = document.activeElement;
    if (!node || node === document.body) return 'the body';
    return `${node.getAttribute('role') ?? node.tagName.toLowerCase()} "${(node.getAttribute('aria-label') ?? node.textContent ?? '').trim().slice(0, 60)}"`;
  });

const isFocused = async (page: Page, target: Target): Promise<boolean> => {
  const found = target.role === 'main' ? page.getByRole('main') : locate(page, target);
  return (await found.count()) > 0 && found.evaluate((node) => node === document.activeElement);
};

async function waitForFocus(page: Page, target: Target): Promise<void> {
  const deadline = Date.now() + (patience.get(page) ?? usualPatience);
  while (!(await isFocused(page, target))) {
    if (Date.now() > deadline) throw new Error(`the focus is at ${await where(page)} instead of ${describeTarget(target)}`);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Presses until the focus is there. Every stop on the way must be a place, and must show itself. */
async function goTo(page: Page, { target, key }: Extract<WalkStep, { do: 'to' }>, looksAtStops: boolean): Promise<void> {
  await locate(page, target).waitFor();
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press(key);
    const at = await where(page);
    // The first Tab beyond the last control leaves the page for the window; one stop there is no loss.
    if (at === 'the body') continue;
    if (looksAtStops) await expectIndicator(page, at);
    if (await isFocused(page, target)) return expectIndicator(page, at);
  }
  throw new Error(`${mostStops} times ${key} never reached ${describeTarget(target)}; the focus is at ${await where(page)}`);
}

async function expectIndicator(page: Page, at: string): Promise<void> {
  const fault = await indicatorFault(page);
  if (fault) throw new Error(`${at}: ${fault}`);
}

/** Said, and said once: twice is as bad as not at all. What was heard so far is then forgotten. */
async function hearOnce(page: Page, words: string): Promise<void> {
  await page.waitForFunction((text) => window.heardWords?.some((said) => said.includes(text)), words);
  const times = await page.evaluate((text) => window.heardWords?.splice(0).filter((said) => said.includes(text)).length ?? 0, words);
  if (times > 1) throw new Error(`"${words}" was said ${times} times`);
}

async function take(page: Page, step: WalkStep, looksAtStops: boolean): Promise<void> {
  switch (step.do) {
    case 'to':
      return goTo(page, step, looksAtStops);
    case 'leave':
      return page.keyboard.press(step.key);
    case 'type':
      return page.keyboard.type(step.text);
    case 'see':
      return locate(page, step.target).waitFor();
    case 'hear':
      return hearOnce(page, step.words);
    case 'key': {
      const before = await page.evaluateHandle(() => document.activeElement);
      await page.keyboard.press(step.key);
      if (step.focus) await waitForFocus(page, step.focus);
      else if (!(await page.evaluate((node) => node === document.activeElement, before)))
        throw new Error(`${step.key} took the focus to ${await where(page)}`);
    }
  }
}

/**
 * Takes a walk on a page that `listen` was called for. The mouse is never used, focus is looked for after every step.
 * @param looksAtStops every stop on the way to a target is looked at too, not only the target
 */
export async function takeWalk(page: Page, origin: string, walk: Walk, looksAtStops = false, patienceMs = usualPatience): Promise<void> {
  patience.set(page, patienceMs);
  page.setDefaultTimeout(patienceMs);
  await page.goto(origin + walk.address);
  for (const [index, step] of walk.steps.entries()) {
    await take(page, step, looksAtStops).catch((error: unknown) => {
      const what = 'target' in step ? describeTarget(step.target) : 'key' in step ? step.key : '';
      throw new Error(
        `Walk "${walk.name}", step ${index + 1} (${step.do} ${what}): ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
        { cause: error },
      );
    });
    if (step.do !== 'see' && step.do !== 'hear' && step.do !== 'leave' && (await where(page)) === 'the body')
      throw new Error(`Walk "${walk.name}", step ${index + 1}: the focus is lost to the body`);
  }
}
